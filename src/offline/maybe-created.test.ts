import { registerResource } from '#contract/resources/bind.ts';
import { defineResource, type ResourceDefinition } from '#contract/resources/define.ts';
import { redirects } from '#contract/resources/redirects.ts';
import type { RecordChange } from '#machines/record-list/record-list.ports.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRecordsTab, type RecordsTab } from './testing/records-tab.ts';

// Records that can't be searched for, on an API that ignores keys.
const notices = defineResource({ ...redirects, name: 'notice', findCreated: null });
registerResource(notices);

const values = { redirects_from: '/a', redirects_to: '/b', rewrite: false, redirect_to_rewrite: false };

let tab: RecordsTab;
let api: RecordsTab['api'];
let store: RecordsTab['store'];
let sourceOf: RecordsTab['sourceOf'];

beforeEach(async () => {
  tab = await openRecordsTab();
  ({ api, store, sourceOf } = tab);
});

afterEach(() => tab.close());

const posts = () => api.calls.filter((call) => call.startsWith('POST')).length;
const counts = () => store.outbox.counts('u1');

/** Creates a record whose answer is lost, and returns its entry once it needs a person. */
async function createUncertain(resource: ResourceDefinition = notices) {
  await createWithLostAnswer(resource);
  return uncertain();
}

async function createWithLostAnswer(resource: ResourceDefinition): Promise<void> {
  api.lost = 1;
  const submitted = await sourceOf(resource).submit({ change: { kind: 'create', values } }, new AbortController().signal);
  expect(['pending', 'saved']).toContain(submitted.kind);
}

async function uncertain() {
  await expect.poll(counts).toEqual({ pending: 0, attention: 1 });
  const [entry] = await entries();
  if (!entry) throw new Error('no readable entry');
  return entry;
}

async function entries() {
  return (await store.outbox.list('u1')).flatMap((read) => (read.kind === 'readable' ? [read.entry] : []));
}

it('asks whether a record was created that can’t be looked up, and leaves it where it is there', async () => {
  const entry = await createUncertain();
  expect([posts(), api.rows.length]).toEqual([1, 1]);
  expect(entry).toMatchObject({ status: 'rejected', mayHaveBeenApplied: true, lastError: { code: 'maybe_created' } });
  await store.outbox.discard(entry.opId);
  expect(await counts()).toEqual({ pending: 0, attention: 0 });
  expect([posts(), api.rows.length]).toEqual([1, 1]);
});

it('sends it once more under its key where it is not there', async () => {
  const { opId } = await createUncertain();
  api.rows = [];
  await store.outbox.retry(opId);
  await expect.poll(counts).toEqual({ pending: 0, attention: 0 });
  expect([posts(), api.rows.length]).toEqual([2, 1]);
  expect([...(await store.files.idMap('u1')).values()]).toEqual(api.rows.map(({ id }) => id));
});

it('asks again where the answer to that attempt is lost too', async () => {
  const { opId } = await createUncertain();
  api.lost = 1;
  await store.outbox.retry(opId);
  await expect.poll(posts).toBe(2);
  expect(await uncertain()).toMatchObject({ opId, lastError: { code: 'maybe_created' } });
  expect(await uncertain()).not.toHaveProperty('isRepeatDecided');
});

it('asks again, and sends nothing, where a person retries a delete behind it', async () => {
  await createWithLostAnswer(notices);
  const [create] = await entries();
  if (!create) throw new Error('no create');
  await sourceOf(notices).submit({ change: { kind: 'delete', id: create.target.id, name: '/a' } }, AbortSignal.timeout(50));
  await expect.poll(counts).toEqual({ pending: 0, attention: 2 });
  const [, removal] = await entries();
  if (removal?.mutation !== 'delete') throw new Error('no delete');
  expect(await store.outbox.retry(removal.opId)).toMatchObject({ kind: 'enqueued' });
  await expect.poll(counts).toEqual({ pending: 0, attention: 2 });
  const [asked] = await entries();
  expect(asked).toMatchObject({ opId: create.opId, lastError: { code: 'maybe_created' } });
  expect([posts(), api.rows.length]).toEqual([1, 1]);
});

const others = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `r${at}`, ...values, redirects_from: `/a/${at}` }));

it('finds the created record after the first page of what the search finds', async () => {
  api.rows = others(150);
  await createWithLostAnswer(redirects);
  await expect.poll(counts).toEqual({ pending: 0, attention: 0 });
  expect([posts(), api.rows.length]).toEqual([1, 151]);
});

it('asks where the search finds more records than are read', async () => {
  api.rows = others(1100);
  const entry = await createUncertain(redirects);
  expect(entry.lastError?.code).toBe('maybe_created');
  expect([posts(), api.rows.length]).toEqual([1, 1101]);
});

it('sends a create again that is not among all that the search finds', async () => {
  api.rows = others(150);
  api.forgets = true;
  await createWithLostAnswer(redirects);
  await expect.poll(counts).toEqual({ pending: 0, attention: 0 });
  expect([posts(), api.rows.length]).toEqual([2, 151]);
});

const older = { id: 'older', ...values };

it('does not take an older record that looks alike, and that this device never read, for the created one', async () => {
  api.rows = [older];
  api.forgets = true;
  await createWithLostAnswer(redirects);
  await expect.poll(counts).toEqual({ pending: 0, attention: 0 });
  expect(posts()).toBe(2);
  expect([...(await store.files.idMap('u1')).values()]).toEqual([api.rows[1]?.id]);
});

it('does not take one for it that a create looks like since it was edited', async () => {
  api.rows = [older];
  tab.goOffline();
  const source = sourceOf(redirects);
  const submit = (change: RecordChange) => source.submit({ change }, AbortSignal.timeout(50));
  const first = await submit({ kind: 'create', values: { ...values, redirects_from: '/other' } });
  if (first.kind !== 'pending') throw new Error(first.kind);
  const base = { redirects_from: '/other' };
  await submit({ kind: 'update', id: first.id, name: '/other', values: { redirects_from: '/a' }, base });
  Object.assign(api, { forgets: true, lost: 1 });
  tab.goOnline();
  await expect.poll(counts).toEqual({ pending: 0, attention: 0 });
  expect([posts(), api.rows.length]).toEqual([2, 2]);
  expect((await store.files.idMap('u1')).get(first.id)).toBe(api.rows[1]?.id);
});

it('asks where nothing was searched before the attempt and something looks alike', async () => {
  api.rows = [older];
  api.forgets = true;
  api.listRefusal = 403;
  await createWithLostAnswer(redirects);
  api.listRefusal = null;
  expect(await uncertain()).toMatchObject({ lastError: { code: 'maybe_created' } });
  expect(posts()).toBe(1);
});
