import { expect, it } from 'vitest';
import { readEntry } from './migrate-entry.ts';

/** An entry as the code before version 2 wrote it. */
const first = {
  seq: 1,
  opId: 'op1',
  userId: 'u1',
  accountId: 'a1',
  websiteId: 'w1',
  recordVersion: 1,
  appVersion: '0.1.0',
  command: 'settings.save',
  target: { entity: 'settings', id: 'w1/social' },
  dependsOn: [],
  body: { category: 'social', settings: [{ key: 'fb_link', value: ['mine'], category: 'social', type: null }] },
  base: { fb_link: ['base'] },
  fileIds: [],
  status: 'queued',
  attempts: 0,
  nextAttemptAt: null,
  lastError: null,
  createdAt: 0,
};

it('reads an entry of version 1; one that was tried may have been applied', () => {
  expect(readEntry(first)).toMatchObject({
    kind: 'readable',
    entry: {
      recordVersion: 4,
      target: { entity: 'settings', scope: 'w1', id: 'w1/social' },
      mayHaveBeenApplied: false,
      troubles: 0,
      maybeOurs: {},
    },
  });
  expect(readEntry({ ...first, attempts: 2, status: 'parked' })).toMatchObject({ kind: 'readable', entry: { mayHaveBeenApplied: true } });
});

it.each([
  ['settings.save', 'queued', 'settings', 'update', 'pending'],
  ['files.upload', 'sending', 'file', 'upload', 'sending'],
  ['blocks.order', 'unknown', 'block', 'reorder', 'indeterminate'],
  ['blocks.show', 'parked', 'block', 'update', 'rejected'],
  ['blocks.create', 'conflict', 'block', 'create', 'conflict'],
  ['blocks.delete', 'queued', 'block', 'delete', 'pending'],
  ['block-settings.save', 'queued', 'block-settings', 'update', 'pending'],
])('reads %s of version 2, which is %s', (command, before, resource, mutation, status) => {
  const second = { ...first, recordVersion: 2, command, status: before, mayHaveBeenApplied: false, troubles: 0, maybeOurs: {} };
  expect(readEntry(second)).toMatchObject({ kind: 'readable', entry: { resource, mutation, status } });
});

it('reports an entry of version 2 with an unknown mutation as unreadable', () => {
  const second = { ...first, recordVersion: 2, command: 'no.such', mayHaveBeenApplied: false, troubles: 0, maybeOurs: {} };
  expect(readEntry(second)).toMatchObject({ kind: 'unreadable', problem: 'malformed' });
});

it('reports an entry of a newer version as unreadable', () => {
  expect(readEntry({ ...first, recordVersion: 5 })).toMatchObject({ kind: 'unreadable', problem: 'newer', opId: 'op1' });
});
