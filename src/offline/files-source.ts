import { accountUsage, deleteFile, getFile, listFiles } from '#contract/calls/files.ts';
import { type AccountUsage, type ListedFile, listedFileSchema } from '#contract/entities/file.ts';
import { toJson } from '#contract/json.ts';
import { isNotOffered, isProblem, meansOffline } from '#contract/api-result.ts';
import { listKey } from '#contract/cache-keys.ts';
import { newId } from '#db/new-id.ts';
import type { DeleteResult, ListQuery, PageLoaded } from '#machines/ports.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import * as v from 'valibot';
import type { ChoiceParts } from './choice-source.ts';
import { pageFromDevice } from './page-from-device.ts';

/** A website's files: read from the server and, of what this device saw last, offline; deleted on the server alone. */
export interface FilesSource {
  loadPage(websiteId: string, query: ListQuery, signal: AbortSignal): Promise<PageLoaded>;
  /** Null where the API does not tell, or does not answer. */
  usage(signal: AbortSignal): Promise<AccountUsage | null>;
  remove(file: { readonly websiteId: string; readonly id: string }, signal: AbortSignal): Promise<DeleteResult>;
}

export const newestFirst = '-created_at';
const noListMessage = 'This server does not offer a list of files. Uploads and the settings that use them work all the same.';
const noDeleteMessage = 'This server does not offer to delete files.';

const knownSchema = v.array(listedFileSchema);

/** The list without a search, from its beginning, in its own order: the one that is kept for offline. */
const isBeginning = ({ page, q, sort }: ListQuery): boolean => page === 0 && q === '' && (sort ?? newestFirst) === newestFirst;

export function createFilesSource({ client, store, user, isCurrentUser, isOffline }: ChoiceParts): FilesSource {
  const keyOf = (websiteId: string) => listKey(listFiles.name, { websiteId });

  async function fromDevice(userId: string, websiteId: string, query: ListQuery): Promise<PageLoaded> {
    const cached = await store.cache.get(userId, keyOf(websiteId), knownSchema);
    return cached ? pageOfFiles(cached.data, query, cached.fetchedAt) : { kind: 'offline' };
  }

  /** What can't be kept is shown all the same. */
  async function keep(userId: string, epoch: number, websiteId: string, files: readonly ListedFile[]): Promise<void> {
    // Somebody signed out meanwhile: nothing of theirs is written after their data has gone.
    if (!isCurrentUser(userId)) return;
    await store.cache.put(userId, keyOf(websiteId), { websiteId, data: toJson(files), etag: null, epoch }).catch(() => false);
  }

  async function forget(userId: string, epoch: number, websiteId: string, id: string): Promise<void> {
    const cached = await store.cache.get(userId, keyOf(websiteId), knownSchema);
    if (cached)
      await keep(
        userId,
        epoch,
        websiteId,
        cached.data.filter((file) => file.id !== id),
      );
  }

  return {
    async loadPage(websiteId, query, signal) {
      const { userId } = user();
      if (isOffline()) return fromDevice(userId, websiteId, query);
      const epoch = await store.dataEpoch(userId);
      const { page, perPage, sort, q } = query;
      const outcome = await client.call(listFiles, {
        params: { websiteId },
        query: { page, per_page: perPage, ...(sort ? { sort } : {}), ...(q ? { q } : {}) },
        signal,
      });
      if (isProblem(outcome)) {
        if (meansOffline(outcome)) return fromDevice(userId, websiteId, query);
        return { kind: 'failed', message: isNotOffered(outcome) ? noListMessage : problemMessage(outcome) };
      }
      if (isBeginning(query)) await keep(userId, epoch, websiteId, outcome.data);
      return {
        kind: 'page',
        rows: outcome.data.map(toJson),
        pagination: outcome.pagination ?? { page, per_page: perPage, total: outcome.data.length, last_page: 0 },
        fromDevice: false,
        fetchedAt: Date.now(),
      };
    },
    async usage(signal) {
      if (isOffline()) return null;
      const outcome = await client.call(accountUsage, { params: {}, signal });
      return isProblem(outcome) ? null : outcome.data;
    },
    async remove({ websiteId, id }, signal) {
      const { userId } = user();
      const epoch = await store.dataEpoch(userId);
      const params = { websiteId, fileId: id };
      const outcome = await client.call(deleteFile, { params, idempotencyKey: newId(), signal });
      if (isProblem(outcome)) {
        if (!isNotOffered(outcome)) return { kind: 'failed', message: problemMessage(outcome) };
        // "Not found" may be the file or the call: one that can still be read is there.
        const read = await client.call(getFile, { params, signal });
        const isGone = isNotOffered(read) && outcome.kind === 'refused' && outcome.status === 404;
        if (!isGone) return { kind: 'failed', message: noDeleteMessage };
      }
      await forget(userId, epoch, websiteId, id).catch(() => undefined);
      return { kind: 'deleted', appendedAt: 0 };
    },
  };
}

const orders: Readonly<Record<string, (a: ListedFile, b: ListedFile) => number>> = {
  name: (a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en', { sensitivity: 'base' }),
  bytes: (a, b) => (a.bytes ?? 0) - (b.bytes ?? 0),
  created_at: (a, b) => ((a.created_at ?? '') < (b.created_at ?? '') ? -1 : 1),
};

/** The page that the device can give: search, order and paging as the server would do them, over what was seen here last. */
function pageOfFiles(files: readonly ListedFile[], query: ListQuery, fetchedAt: number): PageLoaded {
  const words = query.q.trim().toLowerCase();
  const sort = query.sort ?? newestFirst;
  const compare = orders[sort.replace(/^-/, '')] ?? (() => 0);
  const found = files
    .filter((file) => (file.name ?? '').toLowerCase().includes(words))
    .toSorted((a, b) => compare(a, b) * (sort.startsWith('-') ? -1 : 1));
  return pageFromDevice(found, query, fetchedAt);
}
