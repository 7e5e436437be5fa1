import { expect, it } from 'vitest';
import { counterOf, limitOf } from './text-limit.ts';

const text = { kind: 'text', key: 'title', label: 'Title' } as const;

it('is that of the counter where the field has one, visible from the first letter on', () => {
  const soft = limitOf({ ...text, counter: { characters: 60, limit: 'soft' } });
  expect([counterOf(0, soft), counterOf(61, soft)]).toEqual([
    { text: '0 / 60', warn: false, always: true },
    { text: '61 / 60', warn: true, always: true },
  ]);
  const hard = limitOf({ ...text, counter: { characters: 170, limit: 'hard' } });
  expect([hard?.kind, counterOf(169, hard)?.warn, counterOf(170, hard)?.warn]).toEqual(['hard', false, true]);
});

it('is the maximum length where the field has no counter, and no limit for what is not text', () => {
  expect(limitOf({ ...text, maxLength: 200 })).toEqual({ kind: 'hard', characters: 200 });
  expect(limitOf({ kind: 'checkbox', key: 'a', label: 'A' })).toBeNull();
});
