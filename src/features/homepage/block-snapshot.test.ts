import { enabledKey } from '#contract/blocks/block-screen.ts';
import type { Block, BlockSetting } from '#contract/entities/block.ts';
import type { SettingWrite } from '#contract/entities/setting.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import type { BlockSaveResult } from '#machines/block-ports.ts';
import { expect, it } from 'vitest';
import { blockSnapshot, changesOfSave, editOf, resultOf, storedWritesOf } from './block-snapshot.ts';

const setting = (key: string, value: string, type = 'text'): BlockSetting => {
  return { key, label: key, type, priority: 1, default: null, value: [value] };
};
const block = (id: string, title: string): Block => {
  const settings = [setting('heading_look', '', 'heading'), setting('title', title)];
  return { id, key: 'banner', label: 'Banner', priority: 1, static: false, enabled: true, settings };
};
const reading: BlocksReading = {
  stored: [block('7', 'Stored')],
  blocks: [block('7', 'Shown')],
  pendingBlocks: {},
  showConflicts: {},
  pendingSettings: { '7': { title: { opId: 'o', status: 'pending', message: null } } },
  order: null,
  confirmedWrites: { '7/setting/title': ['Stored'], '7/enabled': true, '8/setting/title': ['Of another'] },
  fetchedAt: 5,
  readAt: 0,
  idMap: { 'local:a': '7' },
};
const context: Parameters<typeof blockSnapshot>[2] = {
  theme: 'byron',
  draft: null,
  colors: [{ key: 'primary_color', value: ['#123456'] }],
};
const write = (key: string, value: string | boolean): SettingWrite => ({ key, value: [value], category: 'style', type: null });

it('reads a block as a form does, by its local id too', () => {
  const snapshot = blockSnapshot(reading, 'local:a', context);
  expect(snapshot).toEqual({
    theme: 'byron',
    settings: [
      { key: enabledKey, value: [true] },
      { key: 'title', value: ['Shown'] },
      { key: 'primary_color', value: ['#123456'] },
    ],
    base: [
      { key: enabledKey, value: [true] },
      { key: 'title', value: ['Stored'] },
    ],
    pendingFields: { title: { status: 'pending', message: null } },
    // A save of the same user in another tab is not a conflict.
    confirmedWrites: { title: ['Stored'], [enabledKey]: [true] },
    fetchedAt: 5,
    draft: null,
  });
  expect(blockSnapshot(reading, '8', context)).toBeNull();
});

it('has the settings that the server gives a new block as the base of one that it does not have yet', () => {
  const base = blockSnapshot({ ...reading, stored: [] }, '7', { ...context, theme: 'versatile' })?.base ?? [];
  expect(base.find(({ key }) => key === enabledKey)?.value).toBeNull();
  expect(base.length).toBeGreaterThan(3);
});

it('splits a save into the block’s Enabled and its settings', () => {
  const base = { title: ['Stored'] };
  expect(changesOfSave(block('7', 'Shown'), [write(enabledKey, false), write('title', 'New')], base)).toEqual([
    { kind: 'show', blockId: '7', label: 'Banner', enabled: false },
    { kind: 'settings', blockId: '7', label: 'Banner', settings: [{ key: 'title', value: ['New'] }], base },
  ]);
  expect(changesOfSave(block('7', 'Shown'), [write('title', 'New')], base)).toHaveLength(1);
});

it('gives the worse of both results, and the keys of the form that are stored', () => {
  const writes = [write(enabledKey, false), write('title', 'New')];
  const changes = changesOfSave(block('7', 'Shown'), writes, {});
  const resultFrom = (...results: readonly BlockSaveResult[]) => resultOf(changes, results, writes);
  const saved = { kind: 'saved', blockId: null, appendedAt: 1 } as const;
  const pending = { kind: 'pending', blockId: null, appendedAt: 1, reason: { kind: 'offline' } } as const;
  const rejected = { kind: 'refused', message: 'No.', fields: { enabled: 'Locked.', title: 'Too long.' } } as const;
  expect(resultFrom(saved, saved)).toEqual({ kind: 'saved' });
  expect(resultFrom(saved, pending)).toMatchObject({ kind: 'pending', reason: { kind: 'offline' } });
  expect(resultFrom(saved, { kind: 'conflict' })).toEqual({ kind: 'conflict', accepted: { saved: [enabledKey], pending: ['title'] } });
  expect(resultFrom(saved, rejected)).toEqual({
    kind: 'refused',
    message: 'No.',
    fields: { [enabledKey]: 'Locked.', title: 'Too long.' },
    accepted: { saved: [enabledKey], pending: [] },
  });
  expect(resultFrom({ kind: 'failed', code: 'quota', message: '' }, saved)).toMatchObject({
    kind: 'failed',
    code: 'quota',
    accepted: { saved: ['title'], pending: [] },
  });
});

it('gives the block before and after a save', () => {
  expect(editOf(block('7', 'Shown'), [write('title', 'New')])).toEqual({
    before: { enabled: true, settings: [{ key: 'title', value: ['Shown'] }] },
    after: { enabled: true, settings: [{ key: 'title', value: ['New'] }] },
  });
});

it('gives the half of a save that is stored where the other was rejected', () => {
  const writes = [write(enabledKey, false), write('title', 'New')];
  const changes = changesOfSave(block('7', 'Shown'), writes, {});
  const saved = { kind: 'saved', blockId: null, appendedAt: 1 } as const;
  const rejected = { kind: 'refused', message: 'No.', fields: {} } as const;
  expect(storedWritesOf(changes, [saved, rejected], writes)).toEqual([writes[0]]);
  expect(storedWritesOf(changes, [rejected, { ...saved, kind: 'pending', reason: { kind: 'offline' } }], writes)).toEqual([writes[1]]);
  expect(storedWritesOf(changes, [rejected, { kind: 'conflict' }], writes)).toEqual([]);
});
