import type { ListQuery, PageLoaded } from '../ports.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { recordListMachine } from './record-list.machine.ts';

export const firstPage: ListQuery = { page: 0, perPage: 25, sort: null, q: '' };

/** The only page of a list with these rows. */
export function loadedPage(rows: readonly string[], fromDevice = false): PageLoaded {
  return { kind: 'page', rows, pagination: { page: 0, per_page: 25, total: rows.length, last_page: 0 }, fromDevice, fetchedAt: 1000 };
}

export const recordListPaths = pathPlan({
  machine: recordListMachine,
  inputs: [{ query: firstPage }],
  events: [
    { type: 'query.changed', query: firstPage },
    { type: 'query.changed', query: { ...firstPage, page: 1 } },
    { type: 'search.typed', text: 'north' },
    { type: 'search.typed', text: ' ' },
    { type: 'refresh.requested' },
    { type: 'retry.requested' },
    { type: 'connection.restored' },
    ...(['loadPage', 'reloadPage'] as const).flatMap((id) => [
      { type: `xstate.done.actor.${id}`, output: loadedPage(['a']) } as const,
      { type: `xstate.done.actor.${id}`, output: loadedPage(['a'], true) } as const,
      { type: `xstate.done.actor.${id}`, output: loadedPage([]) } as const,
      { type: `xstate.done.actor.${id}`, output: { kind: 'offline' } } as const,
      { type: `xstate.done.actor.${id}`, output: { kind: 'failed', message: 'Broken.' } } as const,
      { type: `xstate.error.actor.${id}`, error: new Error('broken') } as const,
    ]),
    { type: 'xstate.after.searchDelay.record-list.search.typing' },
  ],
  distinguish: ({ query, typed, pagination, fromDevice }) => [query.page, query.q, typed, pagination !== null, fromDevice],
});
