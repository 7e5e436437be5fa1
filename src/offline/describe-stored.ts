import { getFile } from '#contract/calls/files.ts';
import { fileAddress, fileSchema, type UploadedFile } from '#contract/entities/file.ts';
import { toJson } from '#contract/json.ts';
import { isProblem, meansOffline } from '#contract/api-result.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { listKey } from '#contract/cache-keys.ts';
import type { FileDescribed } from '#machines/upload/upload.types.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import type { ApiClient } from '#src/io/api-client.ts';

export interface StoredFileParts {
  readonly client: ApiClient;
  readonly store: ClientStore;
  /** False from the moment in which the user's data is removed: nothing of theirs is written after that. */
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
  /** The base of relative file addresses. */
  readonly base: URL;
}

/** Pictures up to this size are cached for offline use, bytes. */
const cachedPictureBytes = 300_000;
const pictureTimeoutMs = 20_000;
/** What the server changed or left out of a file, as its answer said; undefined where nothing is known. */
export async function remarksOn(store: ClientStore, userId: string, websiteId: string, fileId: string) {
  const cached = await store.cache.get(userId, listKey(getFile.name, { websiteId, fileId }), fileSchema);
  return cached?.data.remarks ?? undefined;
}

const goneMessage = 'This file no longer exists. Choose another one.';

/** Describes a file that the server has: from this device, else from the server, whose answer is cached. */
export function createDescribeStored({ client, store, isCurrentUser, isOffline, base }: StoredFileParts) {
  function addressOf(file: UploadedFile): string | null {
    const address = fileAddress(file);
    return address === null ? null : new URL(address, base).href;
  }

  function known(file: UploadedFile): FileDescribed {
    const url = addressOf(file);
    return {
      kind: 'known',
      info: { name: file.name ?? 'File', picture: url === null ? null : { source: 'server', url }, remarks: file.remarks ?? undefined },
      isPending: false,
    };
  }

  /** Caches the picture of a file for offline use. */
  async function cachePicture(userId: string, websiteId: string, epoch: number, file: UploadedFile): Promise<void> {
    const url = addressOf(file);
    const isSmall = typeof file.bytes === 'number' && file.bytes <= cachedPictureBytes;
    // For another origin the page's policy and the host would have to allow the request.
    const isSameOrigin = url !== null && new URL(url).origin === base.origin;
    if (!isSameOrigin || !isSmall || !file.mime_type?.startsWith('image/')) return;
    const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(pictureTimeoutMs) });
    if (!response.ok || !response.headers.get('content-type')?.startsWith('image/')) return;
    const blob = await response.blob();
    // The file may have been replaced since the API answered its size.
    if (blob.size > cachedPictureBytes) return;
    if (isCurrentUser(userId)) await store.files.remember(userId, websiteId, file.id, { blob, name: file.name ?? 'File' }, epoch);
  }

  return async (userId: string, websiteId: string, fileId: string): Promise<FileDescribed> => {
    const local = await store.files.find(userId, websiteId, fileId);
    if (local) {
      const remarks = await remarksOn(store, userId, websiteId, fileId);
      return { kind: 'known', info: { name: local.name, picture: { source: 'device', id: local.id }, remarks }, isPending: false };
    }
    const key = listKey(getFile.name, { websiteId, fileId });
    const cached = await store.cache.get(userId, key, fileSchema);
    if (cached) return known(cached.data);
    const unavailable: FileDescribed = {
      kind: 'unavailable',
      message: 'The file is stored, and can’t be shown until the server sends it.',
    };
    if (isOffline()) return unavailable;
    const epoch = await store.dataEpoch(userId);
    const result = await client.call(getFile, { params: { websiteId, fileId } });
    if (isProblem(result)) {
      if (result.kind === 'refused' && result.status === 404) return { kind: 'missing', message: goneMessage };
      return meansOffline(result) ? unavailable : { kind: 'unavailable', message: problemMessage(result) };
    }
    if (!isCurrentUser(userId)) return unavailable;
    // An answer that can't be cached is shown all the same.
    await store.cache.put(userId, key, { websiteId, data: toJson(result.data), etag: null, epoch }).catch(() => false);
    cachePicture(userId, websiteId, epoch, result.data).catch(() => undefined);
    return known(result.data);
  };
}
