import { redirects } from '#contract/resources/redirects.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import type { ListQuery } from '#machines/ports.ts';
import type { RecordChange, RecordReading, RecordsPage } from '#machines/record-list/record-list.ports.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordsSource } from './records-source.ts';
import type { FakeRedirectsApi } from './testing/fake-redirects-api.ts';
import { openRecordsTab, type RecordsTab } from './testing/records-tab.ts';

const from = (redirects_from: string, redirects_to = '/new') => ({
  redirects_from,
  redirects_to,
  rewrite: false,
  redirect_to_rewrite: false,
});
const query: ListQuery = { page: 0, perPage: 25, sort: null, q: '' };

let tab: RecordsTab;
let api: FakeRedirectsApi;
let store: ClientStore;
let source: RecordsSource;
let stops: (() => void)[];

beforeEach(async () => {
  tab = await openRecordsTab();
  ({ api, store, source } = tab);
  stops = [];
});

afterEach(() => {
  for (const stop of stops) stop();
  tab.close();
});

function watched(asked: ListQuery = query): { page: RecordsPage | null } {
  const seen: { page: RecordsPage | null } = { page: null };
  stops.push(
    source.watch(asked, (page) => {
      seen.page = page;
    }),
  );
  return seen;
}

const submit = (change: RecordChange) => source.submit({ change }, new AbortController().signal);
const texts = (rows: RecordsPage['rows'] | undefined) => rows?.map(({ values }) => values['redirects_from']);
const fetched = () => source.fetchPage(query, new AbortController().signal);
const drained = () => expect.poll(async () => (await store.outbox.counts('u1')).pending).toBe(0);

describe('a list of records', () => {
  it('shows the server’s page with what is pending in place, and pending creates above', async () => {
    api.rows = [
      { id: '1', ...from('/a') },
      { id: '2', ...from('/b') },
      { id: '3', ...from('/c') },
    ];
    const seen = watched();
    expect(await fetched()).toEqual({ kind: 'fetched' });
    await expect.poll(() => texts(seen.page?.rows)).toEqual(['/a', '/b', '/c']);
    expect(seen.page?.pagination?.total).toBe(3);
    tab.goOffline();
    expect(await submit({ kind: 'create', values: from('/new-one') })).toMatchObject({ kind: 'pending', reason: { kind: 'offline' } });
    const base = { redirects_to: '/new' };
    expect(await submit({ kind: 'update', id: '2', name: '/b', values: { redirects_to: '/other' }, base })).toMatchObject({
      kind: 'pending',
    });
    expect(await submit({ kind: 'delete', id: '3', name: '/c' })).toMatchObject({ kind: 'pending' });
    await expect.poll(() => seen.page?.rows[2]?.isDeleting).toBe(true);
    expect(texts(seen.page?.created)).toEqual(['/new-one']);
    expect(seen.page?.created[0]?.mark).toMatchObject({ status: 'pending' });
    expect(seen.page?.rows[1]).toMatchObject({ values: { redirects_to: '/other' }, mark: { status: 'pending' } });
    tab.goOnline();
    await drained();
    expect(api.rows).toEqual([
      { id: '1', ...from('/a') },
      { id: '2', ...from('/b', '/other') },
      { id: '101', ...from('/new-one') },
    ]);
    // The record is confirmed, and missing from the cached page: it stands above until the page is fetched again.
    await expect.poll(() => seen.page?.created.map(({ id, mark }) => [id, mark])).toEqual([['101', null]]);
    await fetched();
    await expect.poll(() => texts(seen.page?.rows)).toEqual(['/a', '/b', '/new-one']);
    expect(seen.page?.created).toEqual([]);
  });

  it('searches and sorts the cached records where the server has not answered, and marks the page as from the device', async () => {
    api.rows = [
      { id: '1', ...from('/Zebra') },
      { id: '2', ...from('/apple') },
      { id: '3', ...from('/bee', '/apple-pie') },
    ];
    await fetched();
    tab.goOffline();
    const seen = watched({ ...query, q: 'APPLE', sort: '-redirects_from' });
    await expect.poll(() => texts(seen.page?.rows)).toEqual(['/bee', '/apple']);
    expect(seen.page).toMatchObject({ isFromDevice: true, pagination: { total: 2 } });
    expect(await fetched()).toEqual({ kind: 'offline' });
  });

  it('asks the server for what its filters choose, and filters on the device where there is no answer', async () => {
    api.rows = [
      { id: '1', ...from('/a', '/x') },
      { id: '2', ...from('/b', '/y') },
    ];
    const filtered = { ...query, filters: { redirects_to: '/y' } };
    await fetched();
    tab.goOffline();
    const seen = watched(filtered);
    await expect.poll(() => texts(seen.page?.rows)).toEqual(['/b']);
    await submit({ kind: 'create', values: from('/c', '/x') });
    await submit({ kind: 'create', values: from('/d', '/y') });
    await expect.poll(() => texts(seen.page?.created)).toEqual(['/d']);
    tab.goOnline();
    api.addresses.length = 0;
    await source.fetchPage(filtered, new AbortController().signal);
    expect(api.addresses.some((address) => address.includes('redirects_to=%2Fy'))).toBe(true);
  });

  it('is made available offline: its first 1,000 records', async () => {
    api.rows = Array.from({ length: 1_150 }, (_, at) => ({ id: String(at), ...from(`/old-${at}`) }));
    expect(await source.prefetch()).toBeNull();
    expect(api.calls.filter((call) => call === 'GET redirects')).toHaveLength(10);
    tab.goOffline();
    const seen = watched();
    await expect.poll(() => seen.page?.pagination?.total).toBe(1_000);
  });

  it('shows above the results of a search only those pending creates that match it', async () => {
    api.rows = [{ id: '1', ...from('/apple') }];
    const search = { ...query, q: 'APPLE' };
    await source.fetchPage(search, new AbortController().signal);
    const seen = watched(search);
    await expect.poll(() => texts(seen.page?.rows)).toEqual(['/apple']);
    tab.goOffline();
    await submit({ kind: 'create', values: from('/zebra', '/apple') });
    await submit({ kind: 'create', values: from('/zebra') });
    await submit({ kind: 'create', values: from('/apple-pie') });
    await expect.poll(() => texts(seen.page?.created)?.[0]).toBe('/apple-pie');
    expect(texts(seen.page?.created)).toEqual(['/apple-pie', '/zebra']);
    expect(seen.page?.isFromDevice).toBe(false);
  });

  it('is fetched once more where its records were evicted from the cache during the request', async () => {
    api.rows = [{ id: '1', ...from('/a') }];
    await fetched();
    api.whileListing = async () => {
      api.whileListing = () => Promise.resolve();
      await store.cache.wipe('u1');
    };
    expect(await fetched()).toEqual({ kind: 'fetched' });
    const seen = watched();
    await expect.poll(() => [seen.page?.isFromDevice, texts(seen.page?.rows)]).toEqual([false, ['/a']]);
  });

  it('is there without a connection once it was fetched ahead, beyond its first page too', async () => {
    api.rows = Array.from({ length: 130 }, (_, at) => ({ id: String(at + 1), ...from(`/page-${at + 1}`) }));
    expect(await source.prefetch()).toBeNull();
    tab.goOffline();
    const seen = watched({ ...query, q: 'page-130' });
    await expect.poll(() => texts(seen.page?.rows)).toEqual(['/page-130']);
    expect(await source.read('130')).toMatchObject({ kind: 'read' });
  });

  it('has no page where nothing is cached', async () => {
    tab.goOffline();
    const reported: (RecordsPage | null)[] = [];
    stops.push(source.watch(query, (page) => reported.push(page)));
    await expect.poll(() => reported.at(-1)).toBe(null);
    expect(await source.read('1')).toMatchObject({ kind: 'failed', code: 'offlineNeverLoaded' });
  });

  it('warns of a loop with pending changes', async () => {
    api.rows = [{ id: '1', ...from('/a', '/b') }];
    const seen = watched();
    await fetched();
    tab.goOffline();
    await submit({ kind: 'create', values: from('/b', '/a'), isConfirmed: true });
    await expect.poll(() => seen.page?.rows[0]?.warnings.length).toBe(1);
    expect(seen.page?.created[0]?.warnings[0]).toContain('loop');
  });
});

it('shows the server’s warnings until the record is changed here, and keeps them out of its values', async () => {
  api.rows = [{ id: '1', ...from('/a') }];
  api.warnings = { '1': ['A chain over all pages.'] };
  const seen = watched();
  await fetched();
  await expect.poll(() => seen.page?.rows[0]?.warnings).toEqual(['A chain over all pages.']);
  expect(seen.page?.rows[0]?.values).not.toHaveProperty('warnings');
  tab.goOffline();
  await submit({ kind: 'update', id: '1', name: '/a', values: { redirects_to: '/z' }, base: { redirects_to: '/new' } });
  await expect.poll(() => seen.page?.rows[0]?.warnings).toEqual([]);
});

describe('a record', () => {
  it('that is created, edited and deleted offline in one go never reaches the server', async () => {
    tab.goOffline();
    const created = await submit({ kind: 'create', values: from('/a') });
    if (created.kind !== 'pending') throw new Error(created.kind);
    const { id } = created;
    await submit({ kind: 'update', id, name: '/a', values: { redirects_from: '/b' }, base: { redirects_from: '/a' } });
    const read = await source.read(id);
    expect(read).toMatchObject({ kind: 'read', reading: { id, stored: null, values: { redirects_from: '/b', redirects_to: '/new' } } });
    expect(await store.outbox.list('u1')).toHaveLength(1);
    await submit({ kind: 'delete', id, name: '/b' });
    expect(await store.outbox.list('u1')).toEqual([]);
    tab.goOnline();
    await drained();
    expect(api.calls).toEqual([]);
  });

  it('that is created and edited offline is created once with both, and its form follows to the server’s id', async () => {
    tab.goOffline();
    const created = await submit({ kind: 'create', values: from('/a') });
    if (created.kind !== 'pending') throw new Error(created.kind);
    const seen: RecordReading[] = [];
    stops.push(source.watchRecord(created.id, (reading) => seen.push(reading)));
    await submit({ kind: 'update', id: created.id, name: '/a', values: { rewrite: true }, base: { rewrite: false } });
    tab.goOnline();
    await drained();
    expect(api.rows).toEqual([{ id: '101', ...from('/a'), rewrite: true }]);
    await expect.poll(() => seen.at(-1)?.id).toBe('101');
    await submit({ kind: 'update', id: created.id, name: '/a', values: { redirects_to: '/z' }, base: { redirects_to: '/new' } });
    await drained();
    expect(api.rows).toMatchObject([{ id: '101', redirects_to: '/z' }]);
  });

  it('whose create had its effect and no answer is not created twice, nor shown twice', async () => {
    const seen = watched();
    await fetched();
    api.lost = 1;
    const created = await submit({ kind: 'create', values: from('/a') });
    expect(['saved', 'pending']).toContain(created.kind);
    await drained();
    expect(api.rows).toEqual([{ id: '101', ...from('/a') }]);
    await fetched();
    await expect.poll(() => [texts(seen.page?.rows), texts(seen.page?.created)]).toEqual([['/a'], []]);
  });

  it('that the server rejects returns to its form, with the messages of its fields', async () => {
    api.refusal = { message: 'Check the fields.', fields: { redirects_from: 'There is a redirect from this address already.' } };
    let returned = 0;
    const change: RecordChange = { kind: 'create', values: from('/a') };
    const onGivenBack = () => {
      returned += 1;
    };
    expect(await source.submit({ change, onGivenBack }, new AbortController().signal)).toEqual({
      kind: 'refused',
      message: 'Check the fields.',
      fields: { redirects_from: 'There is a redirect from this address already.' },
    });
    expect(returned).toBe(1);
    expect(await store.outbox.list('u1')).toEqual([]);
  });

  it('that was rejected while its form was closed is created with the next save of it', async () => {
    tab.goOffline();
    const created = await submit({ kind: 'create', values: from('/a') });
    if (created.kind !== 'pending') throw new Error(created.kind);
    api.refusal = { message: 'No.', fields: { redirects_from: 'Taken.' } };
    tab.goOnline();
    await expect.poll(async () => (await store.outbox.counts('u1')).attention).toBe(1);
    const read = await source.read(created.id);
    expect(read).toMatchObject({ reading: { pendingFields: { redirects_from: { status: 'rejected', message: 'Taken.' } } } });
    api.refusal = null;
    await submit({ kind: 'update', id: created.id, name: '/b', values: { redirects_from: '/b' }, base: { redirects_from: '/a' } });
    await drained();
    expect(api.rows).toEqual([{ id: '101', ...from('/b') }]);
  });

  it('that was rejected stays in the outbox when an edit of all its fields, in its open form, is rejected too', async () => {
    tab.goOffline();
    const created = await submit({ kind: 'create', values: from('/a') });
    if (created.kind !== 'pending') throw new Error(created.kind);
    api.refusal = { message: 'No.', fields: { redirects_from: 'Taken.' } };
    tab.goOnline();
    await expect.poll(async () => (await store.outbox.counts('u1')).attention).toBe(1);
    const edit: RecordChange = { kind: 'update', id: created.id, name: '/b', values: from('/b'), base: from('/a') };
    expect(await submit(edit)).toEqual({ kind: 'refused', message: 'No.', fields: { redirects_from: 'Taken.' } });
    const reading = await source.read(created.id);
    expect(reading).toMatchObject({ kind: 'read', reading: { values: from('/b') } });
    api.refusal = null;
    await submit({ ...edit, name: '/c', values: { redirects_from: '/c' }, base: { redirects_from: '/b' } });
    await drained();
    expect(api.rows).toEqual([{ id: '101', ...from('/c') }]);
  });

  it('that somebody else changed is in conflict by field; the other fields are sent', async () => {
    api.rows = [{ id: '1', ...from('/a') }];
    await fetched();
    tab.goOffline();
    const values = { redirects_to: '/mine', rewrite: true };
    await submit({ kind: 'update', id: '1', name: '/a', values, base: { redirects_to: '/new', rewrite: false } });
    api.rows = [{ id: '1', ...from('/a', '/theirs') }];
    tab.goOnline();
    await expect.poll(() => api.rows[0]?.['rewrite']).toBe(true);
    expect(api.rows).toMatchObject([{ redirects_to: '/theirs' }]);
    const read = await source.read('1');
    expect(read).toMatchObject({
      reading: {
        pendingFields: { redirects_to: { status: 'conflict', conflict: { value: ['/theirs'] } } },
        values: { redirects_to: '/mine' },
      },
    });
  });

  it('that somebody else deleted puts an edit in conflict, and confirms a delete', async () => {
    api.rows = [
      { id: '1', ...from('/a') },
      { id: '2', ...from('/b') },
    ];
    await fetched();
    tab.goOffline();
    await submit({ kind: 'update', id: '1', name: '/a', values: { redirects_to: '/x' }, base: { redirects_to: '/new' } });
    await submit({ kind: 'delete', id: '2', name: '/b' });
    api.rows = [];
    tab.goOnline();
    await expect.poll(async () => await store.outbox.counts('u1')).toMatchObject({ pending: 0, attention: 1 });
    expect(await store.outbox.list('u1')).toMatchObject([{ entry: { status: 'conflict', lastError: { code: 'gone' } } }]);
  });

  it('that somebody else deleted gives an edit back to its form', async () => {
    api.rows = [{ id: '1', ...from('/a') }];
    await fetched();
    api.rows = [];
    const edit = { kind: 'update', id: '1', name: '/a', values: { redirects_to: '/x' }, base: { redirects_to: '/new' } } as const;
    const message = 'This redirect was deleted elsewhere. Save once more to create it again.';
    expect(await submit(edit)).toEqual({ kind: 'refused', message, fields: {}, isGone: true });
    expect(await store.outbox.list('u1')).toEqual([]);
  });

  it('with a long name can be edited and deleted, and a refused delete of it leaves the outbox', async () => {
    const name = `/${'a'.repeat(2_000)}`;
    api.rows = [{ id: '1', ...from(name) }];
    await fetched();
    const edit = { kind: 'update', id: '1', name, values: { redirects_to: '/x' }, base: { redirects_to: '/new' } } as const;
    expect(await submit(edit)).toEqual({ kind: 'saved', id: '1' });
    api.refusal = { message: 'Not now.', fields: {} };
    expect(await submit({ kind: 'delete', id: '1', name })).toMatchObject({ kind: 'refused', message: 'Not now.' });
    expect(await store.outbox.list('u1')).toEqual([]);
    api.refusal = null;
    expect(await submit({ kind: 'delete', id: '1', name })).toEqual({ kind: 'saved', id: '1' });
    expect(api.rows).toEqual([]);
  });

  it('that another tab is deleting takes no edit, and says so', async () => {
    api.rows = [{ id: '1', ...from('/a') }];
    await fetched();
    tab.goOffline();
    await submit({ kind: 'delete', id: '1', name: '/a' });
    const message = 'This redirect is being deleted. To keep it, discard its delete in the sync centre while that still waits.';
    expect(await submit({ kind: 'update', id: '1', name: '/a', values: { redirects_to: '/x' }, base: { redirects_to: '/new' } })).toEqual({
      kind: 'failed',
      code: 'unknown',
      message,
    });
    expect(await store.outbox.list('u1')).toMatchObject([{ entry: { mutation: 'delete' } }]);
    tab.goOnline();
    await drained();
    expect(api.rows).toEqual([]);
  });

  it('is saved in one round trip under the tag of what was read', async () => {
    api.rows = [{ id: '1', ...from('/a') }];
    let reading: RecordReading | null = null;
    stops.push(
      source.watchRecord('1', (next) => {
        reading = next;
      }),
    );
    await expect.poll(() => reading?.stored).toMatchObject({ redirects_from: '/a' });
    api.calls.length = 0;
    expect(await submit({ kind: 'update', id: '1', name: '/a', values: { redirects_to: '/z' }, base: { redirects_to: '/new' } })).toEqual({
      kind: 'saved',
      id: '1',
    });
    expect(api.calls).toEqual(['PATCH 1']);
  });

  it('is not overwritten by a late list: what was saved meanwhile is newer', async () => {
    api.rows = [{ id: '1', ...from('/a') }];
    await fetched();
    const scope = { userId: 'u1', accountId: null, resource: redirects, websiteId: '7' };
    const records = await store.records();
    const revisions = await records.revisions(scope);
    const old = api.rows;
    await submit({ kind: 'update', id: '1', name: '/a', values: { redirects_to: '/z' }, base: { redirects_to: '/new' } });
    await drained();
    await records.putPage(scope, {
      query: { page: 0, per_page: 25 },
      rows: old,
      pagination: null,
      warnings: {},
      revisions,
      epoch: await store.dataEpoch('u1'),
    });
    expect((await records.readRecord(scope, '1')).stored).toMatchObject({ redirects_to: '/z' });
  });
});
