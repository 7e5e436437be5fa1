import { choiceLists } from '#contract/entities/lists.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { newId } from '#db/new-id.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChoiceSource, createChoiceSource, firstChoices } from './choice-source.ts';

let store: ClientStore;
let source: ChoiceSource;
let offline: boolean;
let asked: string[];
let answer: (url: URL) => Response;
/** How far the clock of the store is behind, ms. */
let age: number;

const forms = [
  { id: 1, name: 'enquiry', definition: { name: 'enquiry', label: 'Ask us' } },
  { id: 2, name: 'Newsletter', definition: { name: 'Newsletter' } },
];
const syncs = [{ id: 4, label: 'Sales', source_name: 'rex', sync_frequency: 3600, last_run: null }];
const pagination = { page: 0, per_page: 100, total: 240, last_page: 2 };

beforeEach(async () => {
  offline = false;
  asked = [];
  answer = ({ pathname }) => {
    if (pathname.includes('/lists/')) return Response.json({ data: [{ id: 9, label: 'Ada Lovell' }] });
    if (pathname.endsWith('/syncs')) return Response.json({ data: syncs });
    if (pathname.endsWith('/pages')) return Response.json({ data: [{ id: 3, title: 'About us' }] });
    return Response.json(pathname.endsWith('/menus') ? { data: [{ id: 5, name: 'Main menu' }] } : { data: forms, pagination });
  };
  age = 0;
  store = await openClientStore({ name: `choices-${newId()}`, appVersion: 'test', now: () => Date.now() - age });
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async (input) => {
      const url = new URL(new Request(input).url);
      asked.push(url.pathname + url.search);
      return answer(url);
    },
  });
  const user = () => ({ userId: 'u1', accountId: null });
  source = createChoiceSource({ client, store, user, isCurrentUser: () => true, isOffline: () => offline });
});
afterEach(() => store.close());

it('names forms by their name, with their label in brackets, and reports the total', async () => {
  expect(await source.load('w1', 'form', firstChoices)).toMatchObject({
    kind: 'page',
    rows: [
      { id: '1', label: 'enquiry (Ask us)' },
      { id: '2', label: 'Newsletter' },
    ],
    pagination: { total: 240 },
    fromDevice: false,
  });
  expect(asked).toEqual(['/websites/w1/forms?page=0&per_page=100&sort=name']);
});

it('lists the records of a resource by its definition', async () => {
  const rows = [{ id: '4', label: 'Sales (Rex)' }];
  expect(await source.load('w1', 'sync', firstChoices)).toMatchObject({ kind: 'page', rows });
  expect(asked).toEqual(['/website/w1/syncs?page=0&per_page=100&sort=label']);
  offline = true;
  expect(await source.load('w1', 'sync', firstChoices)).toMatchObject({ rows, fromDevice: true });
});

it('searches on the server, and leaves the cached beginning of the list unchanged', async () => {
  await source.load('w1', 'form', firstChoices);
  answer = () => Response.json({ data: [forms[1]], pagination: { ...pagination, total: 1 } });
  expect(await source.load('w1', 'form', { ...firstChoices, q: 'news' })).toMatchObject({ rows: [{ id: '2' }] });
  expect(asked.at(-1)).toContain('q=news');
  offline = true;
  expect(await source.load('w1', 'form', firstChoices)).toMatchObject({ rows: [{ id: '1' }, { id: '2' }], pagination: { total: 240 } });
});

it('answers from the cache while there is no connection, and searches it', async () => {
  expect(await source.prefetch('w1')).toBeNull();
  offline = true;
  expect(await source.load('w1', 'menu', firstChoices)).toMatchObject({ rows: [{ id: '5', label: 'Main menu' }], fromDevice: true });
  expect(await source.load('w1', 'form', { ...firstChoices, q: 'ENQ' })).toMatchObject({ rows: [{ id: '1' }], pagination: { total: 1 } });
  expect(await source.load('w2', 'form', firstChoices)).toEqual({ kind: 'offline' });
});

it('reports a refusal, and takes a page that is not from the API for no connection', async () => {
  answer = () => Response.json({ error: { code: 'not_found', message: 'No such website.' } }, { status: 404 });
  expect(await source.load('w1', 'menu', firstChoices)).toEqual({ kind: 'failed', message: 'No such website.' });
  expect(await source.prefetch('w1')).toMatchObject({ kind: 'refused' });
  answer = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
  expect(await source.load('w1', 'menu', firstChoices)).toEqual({ kind: 'offline' });
});

it('answers from the cache, fetches again in the background, and reports when that was fetched', async () => {
  age = 60_000;
  await source.load('w1', 'menu', firstChoices);
  age = 0;
  const reported: number[] = [];
  const stop = source.watch('w1', 'menu', (fetchedAt) => reported.push(fetchedAt));
  answer = () => Response.json({ data: [{ id: 6, name: 'Other menu' }] });
  expect(await source.load('w1', 'menu', firstChoices)).toMatchObject({ rows: [{ id: '5' }], fromDevice: true });
  await expect.poll(() => Date.now() - (reported.at(-1) ?? 0)).toBeLessThan(30_000);
  expect(await source.load('w1', 'menu', firstChoices)).toMatchObject({ rows: [{ id: '6' }] });
  // A list that was fetched a moment ago is not fetched again.
  expect(asked).toHaveLength(2);
  stop();
});

describe('a list of records', () => {
  const all = Array.from({ length: 240 }, (_, at) => ({ id: at + 1, label: `Listing ${String(at + 1).padStart(3, '0')}` }));
  beforeEach(() => {
    answer = ({ pathname, searchParams }) => {
      if (!pathname.includes('/lists/')) return Response.json({ data: [] });
      const [page, perPage] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
      const data = all.slice(page * perPage, (page + 1) * perPage);
      return Response.json({ data, pagination: { page, per_page: perPage, total: all.length, last_page: 2 } });
    };
  });

  it('is requested by its name and the website, in the order of its labels', async () => {
    expect(await source.load('w1', 'listings', firstChoices)).toMatchObject({ kind: 'page', pagination: { total: 240 } });
    expect(asked).toEqual(['/lists/listings?page=0&per_page=100&sort=label&website_id=w1']);
  });

  it('is cached separately for each list and website', async () => {
    await source.load('w1', 'listings', firstChoices);
    offline = true;
    expect(await source.load('w1', 'posts', firstChoices)).toEqual({ kind: 'offline' });
    expect(await source.load('w2', 'listings', firstChoices)).toEqual({ kind: 'offline' });
  });

  it('is complete once it was fetched, and notifies watchers', async () => {
    await source.load('w1', 'listings', firstChoices);
    const reported: number[] = [];
    const stop = source.watch('w1', 'listings', (fetchedAt) => reported.push(fetchedAt));
    await expect.poll(() => reported).toHaveLength(1);
    age = -1000;
    expect(await source.fetch('w1', 'listings')).toBeNull();
    await expect.poll(() => reported).toHaveLength(2);
    stop();
    const page = await source.load('w1', 'listings', firstChoices);
    expect(page.kind === 'page' && page.rows).toHaveLength(240);
    offline = true;
    expect(await source.load('w1', 'listings', { ...firstChoices, q: 'listing 231' })).toMatchObject({ rows: [{ id: '231' }] });
  });

  it('lists a record once that has moved into its beginning since', async () => {
    await source.fetch('w1', 'listings');
    all.unshift({ id: 240, label: 'A listing' });
    all.pop();
    age = 60_000;
    await source.load('w1', 'listings', { ...firstChoices, page: 1 });
    const page = await source.load('w1', 'listings', firstChoices);
    expect(page.kind === 'page' && new Set(page.rows.map((row) => JSON.stringify(row))).size).toBe(240);
  });

  it('is cached with all others by a prefetch', async () => {
    expect(await source.prefetch('w1')).toBeNull();
    offline = true;
    for (const list of choiceLists) expect((await source.load('w1', list, firstChoices)).kind, list).toBe('page');
  });
});

it('shows a list that the device has no room for', async () => {
  const full = vi.spyOn(store.cache, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  expect(await source.load('w1', 'menu', firstChoices)).toMatchObject({ rows: [{ id: '5' }] });
  await expect(source.prefetch('w1')).rejects.toThrow('full');
  full.mockRestore();
});
