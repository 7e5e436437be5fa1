import { redirects } from '#contract/resources/redirects.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRecordsSource, type RecordsSource } from './records-source.ts';
import { FakeRedirectsApi } from './testing/fake-redirects-api.ts';
import { openTestConsole } from './testing/test-console.ts';

let tab: Awaited<ReturnType<typeof openTestConsole>>;
let source: RecordsSource;

beforeEach(async () => {
  tab = await openTestConsole({ fetch: new FakeRedirectsApi().fetch });
  tab.setOnline(false);
  // The screen waits for the answer, as it does with a connection.
  source = createRecordsSource({ ...tab.parts, pendingReasonNow: () => null }, redirects, '7');
});
afterEach(() => tab.close());

const entries = () => tab.store.outbox.list('u1');
const remove = (id: string) => source.submit({ change: { kind: 'delete', id, name: '/a' } }, new AbortController().signal);

it('is no delete: a record of the server stays there when its delete is discarded while the screen waits', async () => {
  const submission = remove('1');
  await expect.poll(entries).toHaveLength(1);
  for (const read of await entries()) if (read.kind === 'readable') await tab.store.outbox.discard(read.entry.opId);
  expect(await submission).toMatchObject({ kind: 'failed', message: 'The change was discarded before it reached the server.' });
});

/** Creates a redirect, which stays in the outbox, and returns its local id. */
async function create(): Promise<string> {
  const values = { redirects_from: '/a', redirects_to: '/b', rewrite: false, redirect_to_rewrite: false };
  const made = new AbortController();
  const creating = source.submit({ change: { kind: 'create', values } }, made.signal);
  await expect.poll(entries).toHaveLength(1);
  made.abort();
  const created = await creating;
  return created.kind === 'pending' ? created.id : '';
}

it('of a record that was never sent is done with the record', async () => {
  expect(await remove(await create())).toMatchObject({ kind: 'saved' });
  expect(await entries()).toEqual([]);
});

it('is no delete either where the create is on its way: the record may be there', async () => {
  const id = await create();
  const epoch = await tab.store.fence.take('u1', 'test');
  const [created] = await entries();
  if (created?.kind === 'readable') await tab.store.drain.claim(created.entry.opId, epoch);
  const submission = remove(id);
  await expect.poll(entries).toHaveLength(2);
  const [, deletion] = await entries();
  if (deletion?.kind === 'readable') await tab.store.outbox.discard(deletion.entry.opId);
  expect(await submission).toMatchObject({ kind: 'failed', message: 'The change was discarded before it reached the server.' });
});
