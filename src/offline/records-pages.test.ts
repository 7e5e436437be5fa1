import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { domains } from '#contract/resources/domains.ts';
import { redirects } from '#contract/resources/redirects.ts';
import type { ListQuery } from '#machines/ports.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiQuery } from './list-paging.ts';
import { createRecordsSource, type RecordsSource } from './records-source.ts';
import { FakeRedirectsApi } from './testing/fake-redirects-api.ts';
import { openTestConsole } from './testing/test-console.ts';

/* What a list keeps of pages that came, and of those that did not. */

const from = (redirects_from: string) => ({ redirects_from, redirects_to: '/new', rewrite: false, redirect_to_rewrite: false });
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${at + 1}`, ...from(`/r${at + 1}`) }));
const query = (page: number, q = ''): ListQuery => ({ page, perPage: 25, sort: null, q });
const scope = { userId: 'u1', accountId: null, resource: redirects, websiteId: '7' };
const never = new AbortController().signal;

let api: FakeRedirectsApi;
let tab: Awaited<ReturnType<typeof openTestConsole>>;
let source: RecordsSource;
let isHere: boolean;

beforeEach(async () => {
  api = new FakeRedirectsApi();
  tab = await openTestConsole({ fetch: api.fetch });
  isHere = true;
  source = createRecordsSource({ ...tab.parts, isCurrentUser: () => isHere }, redirects, '7');
});
afterEach(() => tab.close());

const stored = async (asked: ListQuery) => (await tab.store.records()).readPage(scope, apiQuery(asked));
const idsOf = async (asked: ListQuery) => (await stored(asked))?.rows.map(({ id }) => id) ?? null;
const create = (name: string) => source.submit({ change: { kind: 'create', values: from(name) } }, never);

describe('a page that the server refuses', () => {
  it.each([500, 429, 403])('with %i is no page without records: what came before stays, and the reason is shown', async (status) => {
    api.rows = rowsOf(2);
    await source.fetchPage(query(0), never);
    api.listRefusal = status;
    expect(await source.fetchPage(query(0), never)).toMatchObject({ kind: 'failed', message: expect.stringContaining('No lists.') });
    expect(await source.fetchPage(query(0, 'else'), never)).toMatchObject({ kind: 'failed' });
    expect([await idsOf(query(0)), await idsOf(query(0, 'else'))]).toEqual([['1', '2'], null]);
  });

  it('keeps a list from being called available offline, the second page too', async () => {
    api.rows = rowsOf(150);
    let pages = 0;
    api.whileListing = () => {
      pages += 1;
      if (pages === 2) api.listRefusal = 500;
      return Promise.resolve();
    };
    expect(await source.prefetch()).toMatchObject({ kind: 'refused', status: 500 });
    api.listRefusal = null;
    expect(await source.prefetch()).toBeNull();
    expect((await (await tab.store.records()).readAll(scope)).rows).toHaveLength(150);
  });

  it('is none where nothing answers', async () => {
    api.whileListing = () => Promise.reject(new TypeError('no network'));
    expect(await source.fetchPage(query(0), never)).toEqual({ kind: 'offline' });
    expect(await stored(query(0))).toBeNull();
  });
});

describe('the pages of a list', () => {
  it('are kept apart, with pending creates above the first alone', async () => {
    api.rows = rowsOf(30);
    for (const page of [0, 1]) await source.fetchPage(query(page), never);
    tab.setOnline(false);
    await create('/mine');
    const [first, second] = [await stored(query(0)), await stored(query(1))];
    expect([first?.rows.length, first?.created.length, first?.pagination?.total]).toEqual([25, 1, 30]);
    expect([second?.rows.length, second?.created.length, second?.pagination?.page]).toEqual([5, 0, 1]);
  });

  it('are not stored for somebody who has left while they were on their way', async () => {
    api.rows = rowsOf(1);
    api.whileListing = () => {
      isHere = false;
      return Promise.resolve();
    };
    await source.fetchPage(query(0), never);
    expect(await stored(query(0))).toBeNull();
  });
});

describe('a redirect that would close a loop', () => {
  const change = { kind: 'create', values: { ...from('/new'), redirects_to: '/r1' } } as const;
  const asks = { kind: 'refused', message: 'This is a loop: visitors are led back to where they began.', fields: {}, isQuestion: true };

  it('is asked about first, of what this device knows, and kept once that is confirmed', async () => {
    api.rows = rowsOf(1);
    await source.fetchPage(query(0), never);
    tab.setOnline(false);
    expect(await source.submit({ change }, never)).toEqual(asks);
    expect(await tab.store.outbox.list('u1')).toEqual([]);
    expect(await source.submit({ change: { ...change, isConfirmed: true } }, never)).toMatchObject({ kind: 'pending' });
    const update = { kind: 'update', id: '1', name: '/r1', values: { redirects_to: '/r1/' }, base: { redirects_to: '/new' } } as const;
    expect(await source.submit({ change: update }, never)).toEqual(asks);
    tab.setOnline(true);
    await expect.poll(() => api.rows.length).toBe(2);
    expect(api.rows.at(-1)).toMatchObject({ redirects_from: '/new', confirmed: true });
  });

  it('over the path of a domain that this device knows is asked about too', async () => {
    const domain = { id: '9', domain: 'www.bay.example', is_primary: true, redirect_to_path: '/start', is_microsite: false };
    const records = await tab.store.records();
    const ofDomains = { ...scope, resource: domains };
    const answer = {
      query: {},
      rows: [domain],
      pagination: null,
      warnings: {},
      revisions: new Map(),
      epoch: await tab.store.dataEpoch('u1'),
    };
    expect(await records.putPage(ofDomains, answer)).toBe(true);
    tab.setOnline(false);
    const home = { ...from('/start'), redirects_to: 'https://www.bay.example./' };
    expect(await source.submit({ change: { kind: 'create', values: home } }, never)).toEqual(asks);
    await source.submit({ change: { kind: 'create', values: home, isConfirmed: true } }, never);
    const pages: (readonly string[])[] = [];
    const stop = source.watch(query(0), (page) =>
      pages.push((page?.rows ?? []).concat(page?.created ?? []).flatMap(({ warnings }) => warnings)),
    );
    await expect.poll(() => pages.at(-1)).toEqual([asks.message]);
    stop();
  });

  it('that only the server knows of is asked about with its answer, or waits for a person, whose retry confirms it', async () => {
    api.question = asks.message;
    expect(await source.submit({ change }, never)).toEqual(asks);
    expect(await tab.store.outbox.list('u1')).toEqual([]);
    tab.setOnline(false);
    await source.submit({ change }, never);
    tab.setOnline(true);
    const statuses = async () =>
      (await tab.store.outbox.list('u1')).map((read) => (read.kind === 'readable' ? read.entry.lastError?.code : ''));
    await expect.poll(statuses).toEqual(['confirmation_required']);
    const [read] = await tab.store.outbox.list('u1');
    await tab.store.outbox.retry(read?.kind === 'readable' ? read.entry.opId : '');
    await expect.poll(() => api.rows.length).toBe(1);
  });
});

it('a new record notes those of its list that look like it', async () => {
  api.rows = rowsOf(2);
  await source.fetchPage(query(0), never);
  tab.setOnline(false);
  await create('/r2');
  const [read] = await tab.store.outbox.list('u1');
  const entry: Partial<OutboxEntry> = read?.kind === 'readable' ? read.entry : {};
  expect(entry.base).toMatchObject({ known: ['2'] });
});
