import { describe, expect, it } from 'vitest';
import { checkPaths } from '../testing/check-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { recordListMachine } from './record-list.machine.ts';
import { firstPage, loadedPage, recordListPaths } from './record-list.paths.ts';
import { recordListView } from './record-list.view.ts';

checkPaths(recordListPaths);

function start(query = firstPage) {
  const run = startMachine(recordListMachine, { query });
  return { ...run, view: () => recordListView(run.actor.getSnapshot()) };
}

describe('a list', () => {
  it('loads, then keeps its rows while the next page comes', async () => {
    const { actor, answer, fakes, view } = start();
    expect(view()).toMatchObject({ status: 'loading', rows: [], range: null, empty: null });
    await answer('loadPage', { ...loadedPage(['a', 'b']), pagination: { page: 0, per_page: 2, total: 3, last_page: 1 } });
    expect(view()).toMatchObject({ status: 'ready', range: 'Showing 1 to 2 of 3', lastPage: 1 });
    actor.send({ type: 'query.changed', query: { ...firstPage, page: 1, perPage: 2 } });
    expect(view()).toMatchObject({ status: 'refreshing', rows: ['a', 'b'] });
    expect(fakes.last('loadPage').input).toEqual({ query: { ...firstPage, page: 1, perPage: 2 } });
    await answer('loadPage', { ...loadedPage(['c']), pagination: { page: 1, per_page: 2, total: 3, last_page: 1 } });
    expect(view()).toMatchObject({ rows: ['c'], range: 'Showing 3 to 3 of 3' });
  });

  it('drops a late answer: the latest query wins', async () => {
    const { actor, answer, fakes, view } = start();
    const first = fakes.last('loadPage');
    actor.send({ type: 'query.changed', query: { ...firstPage, q: 'north' } });
    await answer('loadPage', loadedPage(['north']));
    first.resolve(loadedPage(['stale']));
    await answer('loadPage', undefined);
    expect(view().rows).toEqual(['north']);
  });

  it('searches once typing pauses, from the first page, and tells the address', async () => {
    const { actor, answer, clock, emitted, fakes, view } = start({ ...firstPage, page: 3 });
    await answer('loadPage', loadedPage(['a']));
    actor.send({ type: 'search.typed', text: 'n' });
    clock.increment(249);
    actor.send({ type: 'search.typed', text: 'no ' });
    clock.increment(249);
    expect(fakes.started).toHaveLength(1);
    clock.increment(1);
    expect(fakes.last('loadPage').input).toEqual({ query: { ...firstPage, page: 0, q: 'no' } });
    expect(emitted).toEqual([{ type: 'query.settled', query: { ...firstPage, page: 0, q: 'no' } }]);
    expect(view().typed).toBe('no ');
    actor.send({ type: 'query.changed', query: { ...firstPage, page: 0, q: 'no' } });
    expect(fakes.started, 'the address echoes the query').toHaveLength(2);
  });

  it('goes to its last page where it was asked for one behind it, and tells the address', async () => {
    const { answer, emitted, fakes, view } = start({ ...firstPage, page: 7 });
    await answer('loadPage', { ...loadedPage([]), pagination: { page: 7, per_page: 25, total: 41, last_page: 1 } });
    expect(view()).toMatchObject({ status: 'loading', empty: null });
    expect(fakes.last('loadPage').input).toEqual({ query: { ...firstPage, page: 1 } });
    expect(emitted).toEqual([{ type: 'query.settled', query: { ...firstPage, page: 1 } }]);
    // The rows of that page go meanwhile, on a server that counts wrong: no page is asked for twice.
    await answer('loadPage', { ...loadedPage([]), pagination: { page: 1, per_page: 25, total: 41, last_page: 1 } });
    await answer('loadPage', { ...loadedPage([]), pagination: { page: 0, per_page: 25, total: 41, last_page: 1 } });
    expect(fakes.started.map(({ input }) => input)).toMatchObject([7, 1, 0].map((page) => ({ query: { page } })));
    expect(view().status).toBe('ready');
  });

  it('tells apart that there are none and that none match', async () => {
    const { actor, answer, view } = start();
    await answer('loadPage', loadedPage([]));
    expect(view()).toMatchObject({ status: 'ready', empty: 'none' });
    actor.send({ type: 'query.changed', query: { ...firstPage, q: 'zzz' } });
    await answer('loadPage', loadedPage([]));
    expect(view().empty).toBe('noMatch');
  });

  it('keeps rows after a failed refresh and says why', async () => {
    const { actor, answer, view } = start();
    await answer('loadPage', loadedPage(['a']));
    actor.send({ type: 'refresh.requested' });
    await answer('loadPage', { kind: 'failed', message: 'Broken.' });
    expect(view()).toMatchObject({ status: 'stale', rows: ['a'], message: 'Broken.' });
  });

  it('refreshes rows of the device once the connection is back', async () => {
    const { actor, answer, fakes, view } = start();
    await answer('loadPage', loadedPage(['a'], true));
    expect(view().fromDevice).toBe(true);
    actor.send({ type: 'connection.restored' });
    expect(fakes.started).toHaveLength(2);
    await answer('loadPage', loadedPage(['a']));
    actor.send({ type: 'connection.restored' });
    expect(fakes.started, 'what the server said is not asked again').toHaveLength(2);
  });

  it('says when it was never loaded and there is no connection', async () => {
    const { actor, answer, view } = start();
    await answer('loadPage', { kind: 'offline' });
    expect(view()).toMatchObject({ status: 'offline', rows: [] });
    actor.send({ type: 'connection.restored' });
    expect(view().status).toBe('loading');
  });
});
