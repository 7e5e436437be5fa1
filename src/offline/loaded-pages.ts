import type { Json } from '#contract/json.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import type { ListedRecord, PageFetched, RecordsPage } from '#machines/record-list/record-list.ports.ts';
import { type EventObject, fromCallback, fromPromise } from 'xstate';

export type LoadPage = (query: ListQuery, signal: AbortSignal) => Promise<PageLoaded>;

/**
 * The actors of one list whose source answers a page to whoever asks for it, and knows nothing of pending changes: each page that is
 * loaded is told to who watches. Of a page from the device the list says that there was no answer.
 */
export function loadedPages(load: LoadPage) {
  let tell: (page: RecordsPage) => void = () => undefined;
  return {
    watchPage: fromCallback<EventObject, ListQuery>(({ sendBack }) => {
      tell = (page) => sendBack({ type: 'page.changed', page });
    }),
    fetchPage: fromPromise<PageFetched, ListQuery>(async ({ input, signal }) => {
      const loaded = await load(input, signal);
      if (loaded.kind !== 'page' || signal.aborted) return loaded.kind === 'failed' ? loaded : { kind: 'offline' };
      const { rows, pagination, fromDevice, fetchedAt } = loaded;
      tell({ rows: rows.map(rowOf), created: [], pagination, isFromDevice: fromDevice, fetchedAt });
      return { kind: fromDevice ? 'offline' : 'fetched' };
    }),
  };
}

function rowOf(row: Json): ListedRecord {
  const values = typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Readonly<Record<string, Json>>) : {};
  return { id: String(values['id'] ?? ''), values, mark: null, isDeleting: false, warnings: [] };
}
