import type { OutboxEntry } from '#contract/outbox-entry.ts';
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

it('a new record notes those of its list that look like it', async () => {
  api.rows = rowsOf(2);
  await source.fetchPage(query(0), never);
  tab.setOnline(false);
  await create('/r2');
  const [read] = await tab.store.outbox.list('u1');
  const entry: Partial<OutboxEntry> = read?.kind === 'readable' ? read.entry : {};
  expect(entry.base).toMatchObject({ known: ['2'] });
});
