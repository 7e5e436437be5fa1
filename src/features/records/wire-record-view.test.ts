import { redirects } from '#contract/resources/redirects.ts';
import { expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { fakeRecords } from './testing/fake-records.ts';
import { wireRecordView } from './wire-record-view.ts';

it('says once that the server’s id replaces a local one, however often the record is read after it', async () => {
  const source = fakeRecords(redirects, []);
  source.setOnline(false);
  const { signal } = new AbortController();
  await source.submit({ change: { kind: 'create', values: { redirects_from: '/mine' } } }, signal);
  const onId = vi.fn();
  const actor = createActor(wireRecordView(source, 'local:1001', { onId }), { input: { id: 'local:1001' } }).start();
  await waitFor(actor, ({ context }) => context.values !== null);
  source.setOnline(true);
  source.drain();
  await source.submit({ change: { kind: 'update', id: '1002', name: '', values: { redirects_to: '/x' }, base: {} } }, signal);
  source.drain();
  expect(onId.mock.calls).toEqual([['1002', 'local:1001']]);
});
