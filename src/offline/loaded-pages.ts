import { isJsonObject, type Json } from '#contract/json.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import type { ListedRecord, PageFetched, RecordsPage } from '#machines/record-list/record-list.ports.ts';
import type { EventObject } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';

export type LoadPage = (query: ListQuery, signal: AbortSignal) => Promise<PageLoaded>;

/**
 * The actors of a list whose source loads pages on request and has no pending changes: `fetchPage` passes each loaded page to
 * `watchPage`. A page from the device counts as `offline`.
 */
export function loadedPages(load: LoadPage) {
  let showPage: (page: RecordsPage | null) => void = () => undefined;
  return {
    watchPage: fromCallback<EventObject, ListQuery>(({ sendBack }) => {
      showPage = (page) => sendBack({ type: 'page.changed', page });
    }),
    fetchPage: fromPromise<PageFetched, ListQuery>(async ({ input, signal }) => {
      const loaded = await load(input, signal);
      if (signal.aborted) return { kind: 'offline' };
      if (loaded.kind !== 'page') {
        // The source has asked this device too.
        showPage(null);
        return loaded;
      }
      const { rows, pagination, fromDevice, fetchedAt } = loaded;
      showPage({ rows: rows.map(rowOf), created: [], pagination, isFromDevice: fromDevice, fetchedAt });
      return { kind: fromDevice ? 'offline' : 'fetched' };
    }),
  };
}

function rowOf(row: Json): ListedRecord {
  const values = isJsonObject(row) ? row : {};
  return { id: String(values['id'] ?? ''), values, mark: null, isDeleting: false, warnings: [] };
}
