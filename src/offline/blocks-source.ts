import { fromTop } from '#contract/blocks/order.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { toJson } from '#contract/json.ts';
import { isProblem, type Problem } from '#contract/api-result.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import type { BlocksLoaded, BlocksSnapshot, BlockSubmission, BlockSaveResult } from '#machines/block-ports.ts';
import { loadFailureOf } from '#machines/problem-messages.ts';
import { fetchBlocks } from '#src/io/read-blocks.ts';
import { noRoomMessage } from './no-room.ts';
import type { SourceParts } from './source-parts.ts';
import { createBeginSubmit, type SubmitBlock } from './submit-block.ts';
import { pendingMarkOf } from './pending-reason.ts';

/** How the homepage's screens read and write: the client store first, then the API. */
export interface BlocksSource {
  load(websiteId: string): Promise<BlocksLoaded>;
  /** As `load`, with the state of each setting for the block editor's form. */
  read(websiteId: string): Promise<BlocksRead>;
  /** The last snapshot of a website's blocks on this page: the list opens with it, and `watch` then reports changes. */
  peek(websiteId: string): BlocksSnapshot | null;
  watch(websiteId: string, callback: (snapshot: BlocksSnapshot) => void): () => void;
  watchReading(websiteId: string, callback: (reading: BlocksReading, theme: ThemeKey | null) => void): () => void;
  submit(submission: BlockSubmission, signal: AbortSignal): Promise<BlockSaveResult>;
  /** Returns a `submit` for the user who is signed in now, however late it is called. Throws where nobody is signed in. */
  beginSubmit(): SubmitBlock;
  /** Caches the blocks on this device. Null: it worked. */
  prefetch(websiteId: string): Promise<Problem | null>;
}

export type BlocksRead =
  | { readonly kind: 'loaded'; readonly reading: BlocksReading; readonly theme: ThemeKey | null }
  | Extract<BlocksLoaded, { kind: 'failed' }>;

export function createBlocksSource(parts: SourceParts): BlocksSource {
  const { client, store, user, isCurrentUser, isOffline, themeOf } = parts;
  const inFlight = new Map<string, Promise<Problem | null>>();

  /** Fetches the server state into the cache. One request at a time for each website. */
  function refresh(websiteId: string, userId = user().userId): Promise<Problem | null> {
    const key = `${userId} ${websiteId}`;
    const present = inFlight.get(key);
    if (present) return present;
    const request = fetchAll(userId, websiteId).finally(() => inFlight.delete(key));
    inFlight.set(key, request);
    return request;
  }

  async function fetchAll(userId: string, websiteId: string): Promise<Problem | null> {
    if (isOffline()) return { kind: 'notStarted' };
    const key = blocksKey(websiteId);
    const epoch = await store.dataEpoch(userId);
    const expectedRevision = await store.cache.revision(userId, key);
    const result = await fetchBlocks(client, websiteId);
    if (isProblem(result)) return result;
    if (!isCurrentUser(userId)) return { kind: 'aborted' };
    await store.cache.put(userId, key, { websiteId, data: toJson(result.data), etag: result.etag, expectedRevision, epoch });
    return null;
  }

  function watchReading(websiteId: string, callback: (reading: BlocksReading, theme: ThemeKey | null) => void): () => void {
    const { userId } = user();
    let isStopped = false;
    let reportedReadAt = Number.NEGATIVE_INFINITY;
    // Where the refresh fails the cached blocks stay; the next change reports a full device.
    const requestRefresh = () => {
      if (isCurrentUser(userId)) void refresh(websiteId, userId).catch(() => undefined);
    };
    requestRefresh();
    const stop = store.watch.blocks(userId, websiteId, (reading) => {
      // Another tab has signed out and emptied the cache: the screen keeps its blocks, and they are fetched again.
      if (reading.stored === null) return requestRefresh();
      themeOf(websiteId, userId).then(
        (theme) => {
          // Themes resolve in any order: a reading from before the last reported one is outdated.
          if (isStopped || reading.readAt < reportedReadAt) return;
          reportedReadAt = reading.readAt;
          callback(reading, theme);
        },
        () => undefined,
      );
    });
    return () => {
      isStopped = true;
      stop();
    };
  }

  async function read(websiteId: string, userId = user().userId): Promise<BlocksRead> {
    let reading = await store.readBlocks(userId, websiteId);
    if (reading.stored === null) {
      const problem = await refresh(websiteId, userId);
      if (problem) return loadFailureOf(problem);
      reading = await store.readBlocks(userId, websiteId);
      // A page that does not know the server state would overwrite it.
      if (reading.stored === null) return { kind: 'failed', code: 'unknown', message: noRoomMessage };
    }
    return { kind: 'loaded', reading, theme: await themeOf(websiteId, userId) };
  }

  const beginSubmit = createBeginSubmit({ ...parts, refresh });

  /** The last snapshot, in memory only. `key`: user and website. */
  let lastSnapshot: { readonly key: string; readonly snapshot: BlocksSnapshot } | null = null;
  const keyOf = (userId: string, websiteId: string) => `${userId} ${websiteId}`;
  function remember(userId: string, websiteId: string, snapshot: BlocksSnapshot): BlocksSnapshot {
    lastSnapshot = { key: keyOf(userId, websiteId), snapshot };
    return snapshot;
  }

  return {
    async load(websiteId) {
      const { userId } = user();
      const loaded = await read(websiteId, userId);
      if (loaded.kind === 'failed') return loaded;
      return { kind: 'loaded', snapshot: remember(userId, websiteId, snapshotOf(loaded.reading, loaded.theme)) };
    },
    read: (websiteId) => read(websiteId),
    peek: (websiteId) => (lastSnapshot?.key === keyOf(user().userId, websiteId) ? lastSnapshot.snapshot : null),
    watch(websiteId, callback) {
      const { userId } = user();
      return watchReading(websiteId, (reading, theme) => callback(remember(userId, websiteId, snapshotOf(reading, theme))));
    },
    watchReading,
    submit: async (submission, signal) => beginSubmit()(submission, signal),
    beginSubmit,
    async prefetch(websiteId) {
      const { userId } = user();
      const problem = await refresh(websiteId, userId);
      if (problem === null && (await store.cache.revision(userId, blocksKey(websiteId))) === 0) throw new Error(noRoomMessage);
      return problem;
    },
  };
}

function snapshotOf(reading: BlocksReading, theme: ThemeKey | null): BlocksSnapshot {
  const { blocks, pendingBlocks, showConflicts, order, idMap, fetchedAt, readAt } = reading;
  return {
    theme,
    blocks: fromTop(blocks),
    pendingBlocks: Object.fromEntries(Object.entries(pendingBlocks).map(([id, field]) => [id, pendingMarkOf(field)])),
    showConflicts,
    order: order && pendingMarkOf(order),
    idMap,
    fetchedAt,
    readAt,
  };
}
