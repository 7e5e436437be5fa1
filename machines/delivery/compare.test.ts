import { expect, it } from 'vitest';
import { compareEntry } from './compare.ts';

const block = (id: string, at: number) => ({ id, key: 'banner', label: id, enabled: true, static: false, priority: at + 1, settings: [] });

it('an order that may have been applied knows what an earlier one may have applied, beside its own parts', () => {
  const order = {
    resource: 'block',
    mutation: 'reorder',
    body: { order: ['c', 'b', 'a'] },
    base: { order: ['a', 'b', 'c'] },
    createdAt: 0,
    websiteId: '1',
  } as const;
  const compared = (theirs: readonly string[], maybeOurs: Readonly<Record<string, string[][]>>) =>
    compareEntry({ ...order, websiteId: '1', mayHaveBeenApplied: true, maybeOurs, maybeApplied: [] }, theirs.map(block)).kind;
  expect(compared(['c', 'a', 'b'], {})).toBe('send');
  expect(compared(['b', 'a', 'c'], {})).toBe('conflict');
  expect(compared(['b', 'a', 'c'], { order: [['b', 'a', 'c']] })).toBe('send');
});
