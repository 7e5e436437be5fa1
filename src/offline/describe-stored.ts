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
  /** False from the moment in which the user's data is removed: nothing of theirs is written any more. */
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
  /** What addresses of files are relative to. */
  readonly base: URL;
}

/** Pictures up to this size are also shown offline, bytes. */
const rememberedBytes = 300_000;
const rememberAtMostMs = 20_000;
const goneMessage = 'This file no longer exists. Choose another one.';

/** What is to be shown of a file that the server has: from this device, else from the server, whose answer stays on the device. */
export function createDescribeStored({ client, store, isCurrentUser, isOffline, base }: StoredFileParts) {
  function addressOf(file: UploadedFile): string | null {
    const address = fileAddress(file);
    return address === null ? null : new URL(address, base).href;
  }

  function known(file: UploadedFile): FileDescribed {
    const url = addressOf(file);
    return {
      kind: 'known',
      info: { name: file.name ?? 'File', picture: url === null ? null : { source: 'server', url } },
      isPending: false,
    };
  }

  /** The last known picture, for when there is no connection. */
  async function remember(userId: string, epoch: number, file: UploadedFile): Promise<void> {
    const url = addressOf(file);
    const isSmall = typeof file.bytes === 'number' && file.bytes <= rememberedBytes;
    // Elsewhere the page's policy and the host's own would have to allow it.
    const isOurs = url !== null && new URL(url).origin === base.origin;
    if (!isOurs || !isSmall || !file.mime_type?.startsWith('image/')) return;
    const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(rememberAtMostMs) });
    if (!response.ok || !response.headers.get('content-type')?.startsWith('image/')) return;
    const blob = await response.blob();
    // What the API said of its size may be of another file by now.
    if (blob.size > rememberedBytes) return;
    if (isCurrentUser(userId)) await store.files.remember(userId, file.id, { blob, name: file.name ?? 'File' }, epoch);
  }

  return async (userId: string, websiteId: string, fileId: string): Promise<FileDescribed> => {
    const kept = await store.files.get(userId, fileId);
    if (kept) return { kind: 'known', info: { name: kept.name, picture: { source: 'device', id: fileId } }, isPending: false };
    const key = listKey(getFile.name, { websiteId, fileId });
    const cached = await store.cache.get(userId, key, fileSchema);
    if (cached) return known(cached.data);
    const unavailable: FileDescribed = {
      kind: 'unavailable',
      message: 'The file is stored, and can’t be shown while there is no connection.',
    };
    if (isOffline()) return unavailable;
    const epoch = await store.dataEpoch(userId);
    const outcome = await client.call(getFile, { params: { websiteId, fileId } });
    if (isProblem(outcome)) {
      if (outcome.kind === 'refused' && outcome.status === 404) return { kind: 'missing', message: goneMessage };
      return meansOffline(outcome) ? unavailable : { kind: 'unavailable', message: problemMessage(outcome) };
    }
    if (!isCurrentUser(userId)) return unavailable;
    // What can't be kept is shown all the same.
    await store.cache.put(userId, key, { websiteId, data: toJson(outcome.data), etag: null, epoch }).catch(() => false);
    remember(userId, epoch, outcome.data).catch(() => undefined);
    return known(outcome.data);
  };
}
