import { expect, it } from 'vitest';
import { readRow } from './migrate-entry.ts';

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
  expect(readRow(first)).toMatchObject({ kind: 'row', row: { recordVersion: 2, mayHaveBeenApplied: false, troubles: 0, maybeOurs: {} } });
  expect(readRow({ ...first, attempts: 2, status: 'parked' })).toMatchObject({ kind: 'row', row: { mayHaveBeenApplied: true } });
});

it('shows an entry of a newer version as one that can not be read', () => {
  expect(readRow({ ...first, recordVersion: 3 })).toMatchObject({ kind: 'unreadable', problem: 'newer', opId: 'op1' });
});
