import { redirects } from '#contract/resources/redirects.ts';
import type { RecordChange } from '#machines/record-list/record-list.ports.ts';
import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { fakeRecords } from './testing/fake-records.ts';
import { wireRecords } from './wire-records.ts';

it('sends a second delete of a record whose first one was discarded meanwhile', async () => {
  const submitted: RecordChange[] = [];
  const source = fakeRecords(redirects, [{ id: '1', redirects_from: '/a', redirects_to: '/b' }]);
  const { screen } = wireRecords({
    ...source,
    submit: async ({ change }) => {
      submitted.push(change);
      return { kind: 'pending', id: '1', reason: { kind: 'offline' } };
    },
  });
  const toasts: string[] = [];
  const actor = createActor(screen, { input: { websiteId: '7', resource: { labels: redirects.labels, confirmDelete: 'Sure?' } } });
  actor.on('toast', ({ toast }) => toasts.push(toast.title));
  actor.start();
  for (let turn = 0; turn < 2; turn += 1) {
    actor.send({ type: 'delete.requested', rows: [{ id: '1', name: '/a' }], focusAfter: null });
    actor.getSnapshot().children.confirmDelete?.send({ type: 'delete.confirmed' });
    await waitFor(actor, (snapshot) => snapshot.matches('ready'));
  }
  expect(submitted).toHaveLength(2);
  expect(new Set(toasts)).toEqual(new Set(['Saved on this device']));
});
