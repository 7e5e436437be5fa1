import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import { firstPage } from '#machines/record-list/record-list.paths.ts';
import { recordListView } from '#machines/record-list/record-list.view.ts';
import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { loadedPages } from './loaded-pages.ts';

const loaded = (fromDevice: boolean): PageLoaded => ({
  kind: 'page',
  rows: [{ id: '1', name: 'One' }],
  pagination: { page: 0, per_page: 25, total: 1, last_page: 0 },
  fromDevice,
  fetchedAt: 5,
});

/** The view of a list whose source gives this answer. */
async function viewAfter(answer: PageLoaded) {
  const actor = createActor(recordListMachine.provide({ actors: loadedPages(async () => answer) }), { input: { query: firstPage } });
  actor.start();
  return recordListView(await waitFor(actor, (snapshot) => !snapshot.hasTag('busy')));
}

it('shows a page of the server without pending marks', async () => {
  const { status, rows, range, isFromDevice } = await viewAfter(loaded(false));
  expect({ status, range, isFromDevice }).toEqual({ status: 'ready', range: { page: 0, perPage: 25, total: 1 }, isFromDevice: false });
  expect(rows).toEqual([{ id: '1', values: { id: '1', name: 'One' }, mark: null, isDeleting: false, warnings: [] }]);
});

it('reports a page of the device as offline', async () => {
  expect(await viewAfter(loaded(true))).toMatchObject({ status: 'offline', isFromDevice: true, rows: [{ id: '1' }] });
});

it('reports why there is no page', async () => {
  expect(await viewAfter({ kind: 'offline' })).toMatchObject({ status: 'offline', empty: 'offline' });
  expect(await viewAfter({ kind: 'failed', message: 'Broken.' })).toMatchObject({ status: 'error', empty: 'failed', message: 'Broken.' });
});

it('does not show a page that was left while it loaded', async () => {
  const late = Promise.withResolvers<PageLoaded>();
  const second = { ...loaded(false), rows: [{ id: '2', name: 'Two' }] };
  const load = (query: ListQuery) => (query.page === 0 ? late.promise : Promise.resolve(second));
  const actor = createActor(recordListMachine.provide({ actors: loadedPages(load) }), { input: { query: firstPage } });
  actor.start();
  actor.send({ type: 'query.changed', query: { ...firstPage, page: 1 } });
  await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  late.resolve(loaded(false));
  await new Promise((resolve) => setTimeout(resolve));
  expect(recordListView(actor.getSnapshot()).rows.map(({ id }) => id)).toEqual(['2']);
});
