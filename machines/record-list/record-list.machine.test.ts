import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { flushPromises } from '../testing/fake-actors.ts';
import { startMachine } from '../testing/start-machine.ts';
import { recordListMachine } from './record-list.machine.ts';
import { firstPage, found, listedRecord, recordsPage, recordListPaths, pending } from './record-list.paths.ts';
import type { RecordsPage } from './record-list.ports.ts';
import { recordListView } from './record-list.view.ts';
import { recordListProperties } from './record-list.properties.ts';

testPaths(recordListPaths, recordListProperties);

function start(query = firstPage) {
  const run = startMachine(recordListMachine, { query });
  const view = () => recordListView(run.actor.getSnapshot());
  return {
    ...run,
    view,
    ids: () => view().rows.map(({ id }) => id),
    changePage: (page: RecordsPage | null) => run.actor.send({ type: 'page.changed', page }),
    asked: () => run.fakes.started.filter(({ name }) => name === 'fetchPage').map(({ input }) => input),
    /** The server answers the last question, and its page comes by way of the device. */
    async load(page: RecordsPage) {
      run.actor.send({ type: 'page.changed', page });
      await run.answer('fetchPage', { kind: 'fetched' });
    },
  };
}

describe('a list', () => {
  it('loads, then keeps its rows while the next page comes', async () => {
    const { actor, asked, fakes, ids, load, view } = start();
    expect(view()).toMatchObject({ status: 'loading', rows: [], range: null, empty: null });
    await load(recordsPage(['a', 'b'], { pagination: { page: 0, per_page: 2, total: 3, last_page: 1 } }));
    expect(view()).toMatchObject({ status: 'ready', range: { page: 0, perPage: 2, total: 3 } });
    const second = { ...firstPage, page: 1, perPage: 2 };
    actor.send({ type: 'query.changed', query: second });
    expect(view().status).toBe('refreshing');
    expect(ids()).toEqual(['a', 'b']);
    expect([asked().at(-1), fakes.last('watchPage').input]).toEqual([second, second]);
    await load(recordsPage(['c'], { pagination: { page: 1, per_page: 2, total: 3, last_page: 1 } }));
    expect(ids()).toEqual(['c']);
  });

  it('shows what the device has of the page at once, and waits for a page that is still on its way', async () => {
    const cached = start();
    cached.changePage(recordsPage(['a']));
    expect(cached.view()).toMatchObject({ status: 'refreshing', empty: null });
    expect(cached.ids()).toEqual(['a']);
    const first = start();
    await first.answer('fetchPage', { kind: 'fetched' });
    expect(first.view().status).toBe('loading');
    first.changePage(recordsPage(['a']));
    expect(first.view().status).toBe('ready');
  });

  it('says that the device did not take the page only where that is so, and until a page is there', async () => {
    const { answer, changePage, view } = start();
    await answer('fetchPage', { kind: 'notKept' });
    expect(view(), 'the device is still being read').toMatchObject({
      status: 'loading',
      message: 'The list could not be kept on this device.',
    });
    changePage(found(['a']));
    expect(view()).toMatchObject({ status: 'error', message: 'The list could not be kept on this device.' });
    changePage(recordsPage(['a'], { fetchedAt: 2000 }));
    expect(view()).toMatchObject({ status: 'ready', message: null });
  });

  it('waits for a device that reads slowly, and says no more than that it is slow', async () => {
    const { answer, changePage, clock, ids, view } = start();
    changePage(found(['a']));
    await answer('fetchPage', { kind: 'fetched' });
    clock.increment(3000);
    expect(view()).toMatchObject({ status: 'refreshing', message: null });
    expect(ids(), 'what the device has, meanwhile').toEqual(['a']);
    clock.increment(12_000);
    expect(view()).toMatchObject({ status: 'error', message: 'This device takes long to read the list.' });
    changePage(recordsPage(['a', 'b'], { fetchedAt: 2000 }));
    expect(view()).toMatchObject({ status: 'ready', message: null });
  });

  it.each([
    ['no answer', { kind: 'offline' }, 'offline'],
    ['a failure', { kind: 'failed', message: 'Broken.' }, 'error'],
  ] as const)('does not say after %s that this device has nothing before it has been read', async (_, fetched, status) => {
    const { answer, changePage, clock, ids, view } = start();
    await answer('fetchPage', fetched);
    expect(view()).toMatchObject({ status: 'loading', empty: null });
    clock.increment(3000);
    expect(view()).toMatchObject({ status: 'loading', empty: null });
    changePage(found(['a']));
    expect(view()).toMatchObject({ status, empty: null });
    expect(ids()).toEqual(['a']);
    const never = start();
    await never.answer('fetchPage', fetched);
    never.changePage(null);
    expect(never.view()).toMatchObject({ status, empty: status === 'error' ? 'failed' : 'offline' });
  });

  it('is up to date once a newer page of the server is there, whoever has asked for it', async () => {
    const { answer, changePage, view } = start();
    changePage(recordsPage(['a']));
    await answer('fetchPage', { kind: 'failed', message: 'Broken.' });
    changePage(recordsPage(['a', 'b']));
    expect(view(), 'the page from before, with a pending change').toMatchObject({ status: 'error', message: 'Broken.' });
    changePage(recordsPage(['a', 'b'], { fetchedAt: 2000 }));
    expect(view()).toMatchObject({ status: 'ready', message: null });
  });

  it('drops a late answer: the latest query wins', async () => {
    const { actor, answer, fakes, ids, load, view } = start();
    const first = fakes.last('fetchPage');
    actor.send({ type: 'query.changed', query: { ...firstPage, q: 'north' } });
    first.resolve({ kind: 'failed', message: 'Too late.' });
    await flushPromises();
    expect(view()).toMatchObject({ status: 'loading', message: null });
    await load(recordsPage(['north']));
    expect(ids()).toEqual(['north']);
    await answer('fetchPage', { kind: 'failed', message: 'Too late.' });
    expect(view().status).toBe('ready');
  });

  it('searches once typing pauses, from the first page, and updates the address', async () => {
    const { actor, asked, clock, emitted, load, view } = start({ ...firstPage, page: 3 });
    await load(recordsPage(['a']));
    actor.send({ type: 'search.typed', text: 'n' });
    clock.increment(249);
    actor.send({ type: 'search.typed', text: 'no ' });
    clock.increment(249);
    expect(asked()).toHaveLength(1);
    clock.increment(1);
    expect(asked().at(-1)).toEqual({ ...firstPage, page: 0, q: 'no' });
    expect(emitted).toEqual([{ type: 'query.settled', query: { ...firstPage, page: 0, q: 'no' } }]);
    expect(view().typed).toBe('no ');
    actor.send({ type: 'query.changed', query: { ...firstPage, page: 0, q: 'no' } });
    expect(asked(), 'the address echoes the query').toHaveLength(2);
  });

  it('keeps what is being typed while another page is chosen, and searches for it', () => {
    const { actor, asked, clock, view } = start();
    actor.send({ type: 'search.typed', text: 'north' });
    actor.send({ type: 'query.changed', query: { ...firstPage, page: 1 } });
    expect(view().typed).toBe('north');
    clock.increment(250);
    expect(asked().at(-1)).toEqual({ ...firstPage, q: 'north' });
  });

  it('goes to its last page where it was asked for one after it, and updates the address', async () => {
    const { asked, emitted, load, view } = start({ ...firstPage, page: 7 });
    const pagination = { page: 7, per_page: 25, total: 41, last_page: 1 };
    await load(recordsPage([], { pagination }));
    expect(view()).toMatchObject({ status: 'loading', empty: null });
    expect(emitted).toEqual([{ type: 'query.settled', query: { ...firstPage, page: 1 } }]);
    // The rows of that page go meanwhile, on a server that counts wrong: no page is asked for twice.
    await load(recordsPage([], { pagination: { ...pagination, page: 1 } }));
    await load(recordsPage([], { pagination: { ...pagination, page: 0 } }));
    expect(asked()).toMatchObject([7, 1, 0].map((page) => ({ page })));
    expect(view().status).toBe('ready');
  });

  it('goes to the page before once the last row of the last one is gone', async () => {
    const { asked, changePage, load } = start({ ...firstPage, page: 1 });
    const pagination = { page: 1, per_page: 25, total: 26, last_page: 1 };
    await load(recordsPage(['a'], { pagination }));
    changePage(recordsPage([], { pagination: { ...pagination, total: 25, last_page: 0 } }));
    expect(asked().at(-1)).toMatchObject({ page: 0 });
  });

  it('distinguishes that there are none from that none match', async () => {
    const { actor, load, view } = start();
    await load(recordsPage([]));
    expect(view()).toMatchObject({ status: 'ready', empty: 'none' });
    actor.send({ type: 'query.changed', query: { ...firstPage, q: 'zzz' } });
    expect(view()).toMatchObject({ status: 'loading', empty: null });
    await load(recordsPage([]));
    expect(view().empty).toBe('noMatch');
  });

  it('keeps the rows of its query after a failed refresh and says why', async () => {
    const { actor, answer, ids, load, view } = start();
    await load(recordsPage(['a']));
    actor.send({ type: 'refresh.requested' });
    await answer('fetchPage', { kind: 'failed', message: 'Broken.' });
    expect(view()).toMatchObject({ status: 'error', message: 'Broken.', empty: null });
    expect(ids()).toEqual(['a']);
  });

  it('does not show the rows of another query where this one failed', async () => {
    const { actor, answer, changePage, load, view } = start();
    await load(recordsPage(['a']));
    actor.send({ type: 'query.changed', query: { ...firstPage, q: 'north' } });
    await answer('fetchPage', { kind: 'failed', message: 'Broken.' });
    changePage(null);
    expect(view()).toMatchObject({ status: 'error', rows: [], empty: 'failed' });
  });
});

describe('a list on the device', () => {
  it('delays rows that it found by itself while the server is asked, for a second', async () => {
    const { clock, changePage, ids, load, view } = start({ ...firstPage, q: 'a' });
    changePage(found(['a']));
    clock.increment(999);
    expect(view().status).toBe('loading');
    clock.increment(1);
    expect(view()).toMatchObject({ status: 'refreshing', isFromDevice: true });
    expect(ids()).toEqual(['a']);
    await load(recordsPage(['a', 'ab']));
    expect(view()).toMatchObject({ status: 'ready', isFromDevice: false });
    expect(ids()).toEqual(['a', 'ab']);
  });

  it('shows it where the server does not answer, and asks again once the connection is back', async () => {
    const { actor, answer, asked, changePage, ids, load, view } = start();
    changePage(found(['a']));
    await answer('fetchPage', { kind: 'offline' });
    expect(view()).toMatchObject({ status: 'offline', isFromDevice: true });
    expect(ids()).toEqual(['a']);
    changePage(found(['a', 'b']));
    expect(ids()).toEqual(['a', 'b']);
    actor.send({ type: 'connection.restored' });
    expect(asked()).toHaveLength(2);
    await load(recordsPage(['a']));
    actor.send({ type: 'connection.restored' });
    expect(asked(), 'what the server said is not asked again').toHaveLength(2);
  });

  it('says when it was never loaded and there is no connection', async () => {
    const { actor, answer, changePage, view } = start();
    changePage(null);
    await answer('fetchPage', { kind: 'offline' });
    expect(view()).toMatchObject({ status: 'offline', empty: 'offline', rows: [] });
    actor.send({ type: 'connection.restored' });
    expect(view().status).toBe('loading');
  });

  it('does not mistake the end of its own rows for the end of the list', async () => {
    const { answer, asked, changePage, ids, view } = start({ ...firstPage, page: 1 });
    const nothing = recordsPage([], { isFromDevice: true, pagination: { page: 1, per_page: 25, total: 25, last_page: 0 } });
    changePage(nothing);
    await answer('fetchPage', { kind: 'fetched' });
    changePage(nothing);
    expect(asked()).toHaveLength(1);
    changePage(recordsPage(['z'], { pagination: { page: 1, per_page: 25, total: 26, last_page: 1 } }));
    expect(view().status).toBe('ready');
    expect(ids()).toEqual(['z']);
  });

  it('goes to the last page that it has where the server does not answer', async () => {
    const { answer, asked, emitted, changePage } = start({ ...firstPage, page: 3 });
    changePage(recordsPage([], { isFromDevice: true, pagination: { page: 3, per_page: 25, total: 30, last_page: 1 } }));
    await answer('fetchPage', { kind: 'offline' });
    expect(asked().at(-1)).toMatchObject({ page: 1 });
    expect(emitted).toMatchObject([{ type: 'query.settled', query: { page: 1 } }]);
  });

  it('asks again where the answer may be older than a change that was confirmed before its page arrived', async () => {
    const { actor, answer, asked, changePage, ids, view } = start();
    const created = [listedRecord('new', { mark: pending })];
    changePage(recordsPage(['a'], { isFromDevice: true, created }));
    await answer('fetchPage', { kind: 'offline' });
    actor.send({ type: 'connection.restored' });
    await answer('fetchPage', { kind: 'fetched' });
    changePage(recordsPage(['b']));
    expect([asked().length, view().status]).toEqual([3, 'refreshing']);
    changePage(recordsPage(['b', 'a']));
    await answer('fetchPage', { kind: 'fetched' });
    expect([ids(), view().status]).toEqual([['b', 'a'], 'ready']);
  });

  it('shows pending creates above the page, and counts them apart', async () => {
    const { ids, load, view } = start();
    await load(recordsPage(['a'], { created: [listedRecord('new', { mark: pending })] }));
    expect(ids()).toEqual(['new', 'a']);
    expect(view()).toMatchObject({ pendingCount: 1, range: { total: 1 } });
  });

  it.each([
    ['a create', recordsPage(['a'], { created: [listedRecord('new', { mark: pending })] })],
    ['an edit', recordsPage(['a'], { rows: [listedRecord('a', { mark: pending })] })],
    ['a delete', recordsPage(['a'], { rows: [listedRecord('a', { isDeleting: true })] })],
  ])('asks again once %s was sent, also while it is asking', async (_, pending) => {
    const { asked, changePage, load } = start();
    await load(pending);
    changePage(pending);
    expect(asked(), 'nothing was sent').toHaveLength(1);
    changePage(recordsPage(['a']));
    expect(asked()).toHaveLength(2);
    changePage(pending);
    changePage(recordsPage(['a']));
    expect(asked()).toHaveLength(3);
  });
});
