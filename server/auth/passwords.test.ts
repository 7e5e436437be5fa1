import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { argon2Passwords } from './passwords.ts';

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe('a password is the same however it is typed', () => {
  const same = [
    ['Café-1234', 'Cafe\u0301-1234'],
    ['Ångström 99', 'A\u030angstro\u0308m\u00a099'],
    ['한글비밀번호1', '한글비밀번호1'.normalize('NFD')],
    ['two words 1', 'two\u3000words\u20021'],
    ['plain-ascii-1', 'plain-ascii-1'],
  ] as const;
  it.each(same)('%s', async (one, other) => {
    const passwords = argon2Passwords(cheap);
    for (const [set, typed] of [
      [one, other],
      [other, one],
    ] as const)
      expect(await passwords.verify(await passwords.hash(set), typed)).toBe(true);
  });

  it.each(same)('%s, as an earlier version has stored it', async (_, typed) => {
    const passwords = argon2Passwords(cheap);
    expect(await passwords.verify(await hash(typed, cheap), typed)).toBe(true);
  });

  it.each([
    ['Café-1234', 'Cafe-1234'],
    ['ﬁnance-12', 'finance-12'],
    ['Password1', 'password1'],
    ['two words 1', 'twowords1'],
    ['１２３４５６７８', '12345678'],
  ])('and %s is not %s', async (one, other) => {
    const passwords = argon2Passwords(cheap);
    expect(await passwords.verify(await passwords.hash(one), other)).toBe(false);
  });
});

it('retries where creating the hash for unknown addresses failed', async () => {
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const stored = await argon2Passwords(cost).hash('a password');
  const failing = { ...cost, memoryCost: 1 };
  const passwords = argon2Passwords(failing);
  expect(await passwords.verify(stored, 'a password')).toBe(true);
  await expect(passwords.verify(undefined, 'a password')).rejects.toThrow();
  failing.memoryCost = cost.memoryCost;
  expect(await passwords.verify(undefined, 'a password')).toBe(false);
});
