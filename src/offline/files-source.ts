import { compareFolded, folded } from '#contract/folded.ts';
import { accountUsage, deleteFile, getFile, listFiles } from '#contract/calls/files.ts';
import { type AccountUsage, type ListedFile, listedFileSchema } from '#contract/entities/file.ts';
import { toJson } from '#contract/json.ts';
import { isNotOffered, isProblem, meansOffline } from '#contract/api-result.ts';
import { listKey } from '#contract/cache-keys.ts';
import { newId } from '#db/new-id.ts';
import type { DeleteResult, ListQuery, PageLoaded } from '#machines/ports.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import * as v from 'valibot';
import { apiQuery, pageFromDevice, pageFromServer } from './list-paging.ts';
import type { ReadParts } from './source-parts.ts';

/** A website's files: read from the server, and offline from the cache; deleted only on the server. */
export interface FilesSource {
  loadPage(websiteId: string, query: ListQuery, signal: AbortSignal): Promise<PageLoaded>;
  /** Null where the API has no such call, or does not answer. */
  usage(signal: AbortSignal): Promise<AccountUsage | null>;
  remove(file: { readonly websiteId: string; readonly id: string }, signal: AbortSignal): Promise<DeleteResult>;
}

export const newestFirst = '-created_at';
const noListMessage = 'This server does not offer a list of files. Uploads and the settings that use them work all the same.';
const noDeleteMessage = 'This server does not offer to delete files.';

const knownSchema = v.array(listedFileSchema);

/** The first page without a search, in the default order: this one is cached for offline use. */
const isBeginning = ({ page, q, sort }: ListQuery): boolean => page === 0 && q === '' && (sort ?? newestFirst) === newestFirst;

export function createFilesSource({ client, store, user, isCurrentUser, isOffline }: ReadParts): FilesSource {
  const keyOf = (websiteId: string) => listKey(listFiles.name, { websiteId });

  async function fromDevice(userId: string, websiteId: string, query: ListQuery): Promise<PageLoaded> {
    const cached = await store.cache.get(userId, keyOf(websiteId), knownSchema);
    return cached ? pageOfFiles(cached.data, query, cached.fetchedAt) : { kind: 'offline' };
  }

  /** Caches files. Never rejects: an answer that can't be cached is shown all the same. */
  async function cacheFiles(userId: string, epoch: number, websiteId: string, files: readonly ListedFile[]): Promise<void> {
    // The user has signed out meanwhile: nothing is written after their data was removed.
    if (!isCurrentUser(userId)) return;
    await store.cache.put(userId, keyOf(websiteId), { websiteId, data: toJson(files), etag: null, epoch }).catch(() => false);
  }

  async function removeFromCache(userId: string, epoch: number, websiteId: string, id: string): Promise<void> {
    const cached = await store.cache.get(userId, keyOf(websiteId), knownSchema);
    if (cached)
      await cacheFiles(
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
      const result = await client.call(listFiles, { params: { websiteId }, query: apiQuery(query), signal });
      if (isProblem(result)) {
        if (meansOffline(result)) return fromDevice(userId, websiteId, query);
        return { kind: 'failed', message: isNotOffered(result) ? noListMessage : problemMessage(result) };
      }
      if (isBeginning(query)) await cacheFiles(userId, epoch, websiteId, result.data);
      return pageFromServer(query, result);
    },
    async usage(signal) {
      if (isOffline()) return null;
      const result = await client.call(accountUsage, { params: {}, signal });
      return isProblem(result) ? null : result.data;
    },
    async remove({ websiteId, id }, signal) {
      const { userId } = user();
      const epoch = await store.dataEpoch(userId);
      const params = { websiteId, fileId: id };
      const result = await client.call(deleteFile, { params, idempotencyKey: newId(), signal });
      if (isProblem(result)) {
        if (!isNotOffered(result)) return { kind: 'failed', message: problemMessage(result) };
        // "Not found" may mean the file or the call: a file that can still be read exists.
        const read = await client.call(getFile, { params, signal });
        const isGone = isNotOffered(read) && result.kind === 'refused' && result.status === 404;
        if (!isGone) return { kind: 'failed', message: noDeleteMessage };
      }
      await removeFromCache(userId, epoch, websiteId, id).catch(() => undefined);
      return { kind: 'deleted', appendedAt: 0 };
    },
  };
}

const orders: Readonly<Record<string, (a: ListedFile, b: ListedFile) => number>> = {
  name: (a, b) => compareFolded(a.name ?? '', b.name ?? ''),
  bytes: (a, b) => (a.bytes ?? 0) - (b.bytes ?? 0),
  created_at: (a, b) => ((a.created_at ?? '') < (b.created_at ?? '') ? -1 : 1),
};

/** A page from the cached files: search, order and paging as the server would do them. */
function pageOfFiles(files: readonly ListedFile[], query: ListQuery, fetchedAt: number): PageLoaded {
  const search = folded(query.q.trim());
  const sort = query.sort ?? newestFirst;
  const compare = orders[sort.replace(/^-/, '')] ?? (() => 0);
  const found = files
    .filter((file) => folded(file.name ?? '').includes(search))
    .toSorted((a, b) => compare(a, b) * (sort.startsWith('-') ? -1 : 1));
  return pageFromDevice(found, query, fetchedAt);
}
