import { mutationKinds, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { MutationBodies } from '#contract/resources/bind.ts';
import * as v from 'valibot';
import type { Block } from '#contract/entities/block.ts';
import type { Json } from '#contract/json.ts';
import { pendingEntry } from '#machines/testing/pending-entry.ts';
import { expect, it } from 'vitest';
import { conflictLines, type KnownBlocks } from './conflict-fields.ts';

const block = (id: string, label: string, priority: number): Block => ({
  id,
  key: 'banner',
  label,
  priority,
  static: false,
  enabled: true,
  settings: [{ key: 'button_text', label: 'Button text', type: 'text', priority: 1, default: '', value: [''] }],
});
const known: KnownBlocks = {
  blocks: [block('1', 'Cover', 1), block('2', 'Banner', 2), block('7', 'Map', 3)],
  idMap: { 'local:new': '7' },
};

function named(name: keyof MutationBodies): Pick<OutboxEntry, 'resource' | 'mutation'> {
  const [resource = '', mutation = ''] = name.split('.');
  return { resource, mutation: v.parse(v.picklist(mutationKinds), mutation) };
}
const lines = (name: keyof MutationBodies, body: Json, theirs: Readonly<Record<string, Json>>, blocks?: KnownBlocks) =>
  conflictLines({ ...pendingEntry, ...named(name), body, lastError: { code: 'conflict', message: '', fields: {}, theirs } }, blocks);

it('names a setting by its label, with both values as its field reads them', () => {
  expect(lines('settings.update', pendingEntry.body, { fb_link: ['theirs'] })).toMatchObject([
    {
      kind: 'field',
      key: 'fb_link',
      label: expect.stringMatching(/facebook/iu),
      field: { key: 'fb_link' },
      mine: 'mine',
      theirs: 'theirs',
    },
  ]);
});

it('leaves out what only one side changed', () => {
  expect(lines('settings.update', pendingEntry.body, {})).toEqual([]);
});

it('shows both orders of the blocks, with the names of local blocks too', () => {
  expect(lines('block.reorder', { order: ['2', 'local:new', '1'] }, { order: ['1', '2', '7', 'deleted'] }, known)).toEqual([
    { kind: 'order', key: 'order', label: 'Order of the blocks', mine: ['Banner', 'Map', 'Cover'], theirs: ['Cover', 'Banner', 'Map'] },
  ]);
});

it('describes a hide', () => {
  expect(lines('block.update', { blockId: '7', label: 'Banner', enabled: false }, { '7/enabled': true })).toEqual([
    { kind: 'text', key: '7/enabled', label: 'Banner', mine: 'Hidden', theirs: 'Shown' },
  ]);
});

it('names the setting of a block by its label where the block is known, else by its key', () => {
  const body = { blockId: '7', label: 'Map', settings: [{ key: 'button_text', value: ['Mine'] }] };
  expect(lines('block-settings.update', body, { '7/setting/button_text': ['Theirs'] }, known)).toMatchObject([
    { kind: 'field', key: '7/setting/button_text', label: 'Map: Button text', mine: 'Mine', theirs: 'Theirs' },
  ]);
  expect(lines('block-settings.update', body, { '7/setting/button_text': null })).toEqual([
    { kind: 'text', key: '7/setting/button_text', label: 'Map: button text', mine: 'Mine', theirs: 'Empty' },
  ]);
});
