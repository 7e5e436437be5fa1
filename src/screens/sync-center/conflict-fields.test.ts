import type { Json } from '#contract/json.ts';
import type { CommandName } from '#contract/queue.ts';
import { queuedRow } from '#machines/testing/rows.ts';
import { expect, it } from 'vitest';
import { conflictLines } from './conflict-fields.ts';

const lines = (command: CommandName, body: Json, theirs: Readonly<Record<string, Json>>) =>
  conflictLines({ ...queuedRow, command, body, lastError: { code: 'conflict', message: '', fields: {}, theirs } });

it('names a setting by its label, with both values', () => {
  expect(lines('settings.save', queuedRow.body, { fb_link: ['theirs'] })).toEqual([
    { key: 'fb_link', label: expect.stringMatching(/facebook/iu), mine: 'mine', theirs: 'theirs' },
  ]);
});

it('leaves out what only one side changed', () => {
  expect(lines('settings.save', queuedRow.body, {})).toEqual([]);
});

it('puts what was changed on blocks into words', () => {
  expect(lines('blocks.order', { order: ['2', '1'] }, { order: ['1', '2'] })).toEqual([
    { key: 'order', label: 'Order of the blocks', mine: 'The order that you made', theirs: 'The order that somebody else made' },
  ]);
  expect(lines('blocks.show', { blockId: '7', label: 'Banner', enabled: false }, { '7/enabled': true })).toEqual([
    { key: '7/enabled', label: 'Banner', mine: 'Hidden', theirs: 'Shown' },
  ]);
  const settings = [{ key: 'button_text', value: ['Mine'] }];
  expect(lines('block-settings.save', { blockId: '7', label: 'Banner', settings }, { '7/setting/button_text': null })).toEqual([
    { key: '7/setting/button_text', label: 'Banner: button text', mine: 'Mine', theirs: '(empty)' },
  ]);
});
