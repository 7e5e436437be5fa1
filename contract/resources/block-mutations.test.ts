import { expect, it } from 'vitest';
import type { Block } from '../entities/block.ts';
import { toJson } from '../json.ts';
import { createBlockMutation, onBlockList, reorderBlocksMutation } from './block-mutations.ts';
import { orderField } from './blocks.ts';

const block = (id: string, priority: number): Block => ({
  id,
  key: 'text',
  label: id,
  priority,
  static: false,
  enabled: true,
  settings: [],
});
const answered = (data: Block) => ({ kind: 'answered' as const, data: toJson(data), etag: null, pagination: null });
const create = { localId: 'local:1', key: 'text', label: 'new', enabled: true, settings: [] };

it('the order in a base lacks a created block, whose place was not read', () => {
  const cached = createBlockMutation.applyToCache(toJson([block('a', 1), block('b', 2)]), create, answered(block('new', 3)), true);
  expect(onBlockList.stored(cached)[orderField]).toEqual(['a', 'b']);
});

it('an order gives the blocks that it names a known place, and the others an assumed one', () => {
  const cached = createBlockMutation.applyToCache(
    toJson([block('a', 1), block('b', 2), block('c', 3)]),
    create,
    answered(block('new', 4)),
    true,
  );
  const ordered = reorderBlocksMutation.applyToCache(cached, { order: ['new', 'c', 'a'] }, null, true);
  expect(onBlockList.stored(ordered)[orderField]).toEqual(['new', 'c', 'a']);
});

it('an order that may have been applied knows what an earlier one may have applied, beside its own parts', () => {
  const order = { body: { order: ['c', 'b', 'a'] }, base: { order: ['a', 'b', 'c'] } };
  const compared = (theirs: readonly string[], maybeOurs: Readonly<Record<string, string[][]>>) => {
    const stored = toJson(theirs.map((id, at) => block(id, at + 1)));
    return reorderBlocksMutation.compare(order, stored, { createdAt: 0, mayHaveBeenApplied: true, maybeOurs, maybeApplied: [] }).kind;
  };
  expect(compared(['c', 'a', 'b'], {})).toBe('send');
  expect(compared(['b', 'a', 'c'], {})).toBe('conflict');
  expect(compared(['b', 'a', 'c'], { order: [['b', 'a', 'c']] })).toBe('send');
});
