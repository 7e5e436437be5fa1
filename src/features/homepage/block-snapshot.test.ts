import { enabledKey } from '#contract/blocks/block-screen.ts';
import type { Block, BlockSetting } from '#contract/entities/block.ts';
import type { SettingWrite } from '#contract/entities/setting.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import type { BlockSubmitted } from '#machines/ports.ts';
import { expect, it } from 'vitest';
import { blockSnapshot, changesOf, editOf, outcomeOf, takenOf } from './block-snapshot.ts';

const setting = (key: string, value: string, type = 'text'): BlockSetting => {
  return { key, label: key, type, priority: 1, default: null, value: [value] };
};
const block = (id: string, title: string): Block => {
  const settings = [setting('heading_look', '', 'heading'), setting('title', title)];
  return { id, key: 'banner', label: 'Banner', priority: 1, static: false, enabled: true, settings };
};
const reading: BlocksReading = {
  stored: [block('7', 'Stored')],
  shown: [block('7', 'Shown')],
  waiting: {},
  showConflicts: {},
  waitingSettings: { '7': { title: { opId: 'o', status: 'pending', message: null } } },
  order: null,
  own: { '7/setting/title': ['Stored'], '7/enabled': true, '8/setting/title': ['Of another'] },
  fetchedAt: 5,
  readAt: 0,
  aliases: { 'local:a': '7' },
};
const beside: Parameters<typeof blockSnapshot>[2] = { theme: 'byron', draft: null, colors: [{ key: 'primary_color', value: ['#123456'] }] };
const write = (key: string, value: string | boolean): SettingWrite => ({ key, value: [value], category: 'style', type: null });

it('reads a block as a form does, by the id that it had on this device too', () => {
  const snapshot = blockSnapshot(reading, 'local:a', beside);
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
    waiting: { title: { status: 'pending', message: null } },
    // One's own save in another tab is nobody else's.
    own: { title: ['Stored'], [enabledKey]: [true] },
    fetchedAt: 5,
    draft: null,
  });
  expect(blockSnapshot(reading, '8', beside)).toBeNull();
});

it('starts from what the server will make of a block that it has not got yet', () => {
  const base = blockSnapshot({ ...reading, stored: [] }, '7', { ...beside, theme: 'versatile' })?.base ?? [];
  expect(base.find(({ key }) => key === enabledKey)?.value).toBeNull();
  expect(base.length).toBeGreaterThan(3);
});

it('splits a save into whether the block is shown, and its settings', () => {
  const base = { title: ['Stored'] };
  expect(changesOf(block('7', 'Shown'), [write(enabledKey, false), write('title', 'New')], base)).toEqual([
    { kind: 'show', blockId: '7', label: 'Banner', enabled: false },
    { kind: 'settings', blockId: '7', label: 'Banner', settings: [{ key: 'title', value: ['New'] }], base },
  ]);
  expect(changesOf(block('7', 'Shown'), [write('title', 'New')], base)).toHaveLength(1);
});

it('tells the worst of both parts, and what of the form stands', () => {
  const writes = [write(enabledKey, false), write('title', 'New')];
  const changes = changesOf(block('7', 'Shown'), writes, {});
  const outcome = (...parts: readonly BlockSubmitted[]) => outcomeOf(changes, parts, writes);
  const saved = { kind: 'saved', blockId: null, appendedAt: 1 } as const;
  const waits = { kind: 'kept', blockId: null, appendedAt: 1, reason: { kind: 'offline' } } as const;
  const refused = { kind: 'refused', message: 'No.', fields: { enabled: 'Locked.', title: 'Too long.' } } as const;
  expect(outcome(saved, saved)).toEqual({ kind: 'saved' });
  expect(outcome(saved, waits)).toMatchObject({ kind: 'kept', reason: { kind: 'offline' } });
  expect(outcome(saved, { kind: 'conflict' })).toEqual({ kind: 'conflict', accepted: { saved: [enabledKey], kept: ['title'] } });
  expect(outcome(saved, refused)).toEqual({
    kind: 'refused',
    message: 'No.',
    fields: { [enabledKey]: 'Locked.', title: 'Too long.' },
    accepted: { saved: [enabledKey], kept: [] },
  });
  expect(outcome({ kind: 'failed', code: 'quota', message: '' }, saved)).toMatchObject({
    kind: 'failed',
    code: 'quota',
    accepted: { saved: ['title'], kept: [] },
  });
});

it('knows what a save takes the place of', () => {
  expect(editOf(block('7', 'Shown'), [write('title', 'New')])).toEqual({
    before: { enabled: true, settings: [{ key: 'title', value: ['Shown'] }] },
    after: { enabled: true, settings: [{ key: 'title', value: ['New'] }] },
  });
});

it('knows which half of a save stands where the other was refused', () => {
  const writes = [write(enabledKey, false), write('title', 'New')];
  const changes = changesOf(block('7', 'Shown'), writes, {});
  const saved = { kind: 'saved', blockId: null, appendedAt: 1 } as const;
  const refused = { kind: 'refused', message: 'No.', fields: {} } as const;
  expect(takenOf(changes, [saved, refused], writes)).toEqual([writes[0]]);
  expect(takenOf(changes, [refused, { ...saved, kind: 'kept', reason: { kind: 'offline' } }], writes)).toEqual([writes[1]]);
  expect(takenOf(changes, [refused, { kind: 'conflict' }], writes)).toEqual([]);
});
