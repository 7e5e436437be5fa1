import type { OutboxEntry } from '#contract/outbox-entry.ts';

/** An outbox entry for tests and path plans: one link saved over another, never sent. */
export const pendingEntry: OutboxEntry = {
  seq: 1,
  opId: 'op1',
  userId: 'u1',
  accountId: 'a1',
  websiteId: 'w1',
  recordVersion: 4,
  appVersion: 'test',
  resource: 'settings',
  mutation: 'update',
  target: { entity: 'settings', scope: 'w1', id: 'w1/social' },
  dependsOn: [],
  body: { category: 'social', settings: [{ key: 'fb_link', value: ['mine'], category: 'social', type: null }] },
  base: { fb_link: ['base'] },
  fileIds: [],
  status: 'pending',
  attempts: 0,
  mayHaveBeenApplied: false,
  troubles: 0,
  maybeOurs: {},
  maybeApplied: [],
  nextAttemptAt: null,
  lastError: null,
  createdAt: 0,
};
