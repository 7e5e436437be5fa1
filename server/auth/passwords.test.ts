import { expect, it } from 'vitest';
import { argon2Passwords } from './passwords.ts';

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
