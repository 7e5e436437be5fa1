import { fromTop } from '#contract/blocks/order.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { toJson } from '#contract/json.ts';
import { isProblem, isUnanswered, type Problem } from '#contract/api-result.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import type { BlocksLoaded, BlocksSnapshot, BlockSubmission, BlockSaveResult } from '#machines/ports.ts';
import { loadProblemMessage } from '#machines/problem-messages.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import { fetchBlocks } from '#src/io/read-blocks.ts';
import type { CurrentUser } from './current-user.ts';
import { noRoomMessage } from './no-room.ts';
import { createBeginSubmit, createSubmitBlock, type SubmitBlock } from './submit-block.ts';
import { waitingMark } from './pending-reason.ts';

/** How the homepage's screens read and write: the device first, the API behind it. */
export interface BlocksSource {
  load(websiteId: string): Promise<BlocksLoaded>;
  /** The same with what the block editor's form needs of each setting. */
  read(websiteId: string): Promise<BlocksRead>;
  /** What this page last showed of a website's blocks: the list opens with that, and `watch` brings what has changed since. */
  recall(websiteId: string): BlocksSnapshot | null;
  watch(websiteId: string, callback: (snapshot: BlocksSnapshot) => void): () => void;
  watchReading(websiteId: string, callback: (reading: BlocksReading, theme: ThemeKey | null) => void): () => void;
  submit(submission: BlockSubmission, signal: AbortSignal): Promise<BlockSaveResult>;
  /** The same, later, for whoever is signed in now: nothing is kept for anybody else. Throws where nobody is. */
  beginSubmit(): SubmitBlock;
  /** Brings the blocks to this device. Null: it worked. */
  prefetch(websiteId: string): Promise<Problem | null>;
}

export type BlocksRead =
  | { readonly kind: 'loaded'; readonly reading: BlocksReading; readonly theme: ThemeKey | null }
  | Extract<BlocksLoaded, { kind: 'failed' }>;

export interface BlockParts {
  readonly client: ApiClient;
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
  readonly hold: () => PendingReason | null;
  readonly themeOf: (websiteId: string, userId?: string) => Promise<ThemeKey | null>;
  readonly onKept: () => void;
}

export function createBlocksSource(parts: BlockParts): BlocksSource {
  const { client, store, user, isCurrentUser, isOffline, themeOf } = parts;
  const underWay = new Map<string, Promise<Problem | null>>();

  /** Brings the server's word into the cache. One request at a time for each website. */
  function refresh(websiteId: string, userId = user().userId): Promise<Problem | null> {
    const key = `${userId} ${websiteId}`;
    const present = underWay.get(key);
    if (present) return present;
    const request = fetchAll(userId, websiteId).finally(() => underWay.delete(key));
    underWay.set(key, request);
    return request;
  }

  async function fetchAll(userId: string, websiteId: string): Promise<Problem | null> {
    if (isOffline()) return { kind: 'notStarted' };
    const key = blocksKey(websiteId);
    const epoch = await store.dataEpoch(userId);
    const seen = await store.cache.revision(userId, key);
    const outcome = await fetchBlocks(client, websiteId);
    if (isProblem(outcome)) return outcome;
    if (!isCurrentUser(userId)) return { kind: 'aborted' };
    await store.cache.put(userId, key, { websiteId, data: toJson(outcome.data), etag: outcome.etag, expectedRevision: seen, epoch });
    return null;
  }

  function watchReading(websiteId: string, callback: (reading: BlocksReading, theme: ThemeKey | null) => void): () => void {
    const { userId } = user();
    let isOver = false;
    let toldAt = Number.NEGATIVE_INFINITY;
    // What can't be refreshed now stays as it is known; a full device shows at the next change.
    const ask = () => {
      if (isCurrentUser(userId)) void refresh(websiteId, userId).catch(() => undefined);
    };
    ask();
    const stop = store.watch.blocks(userId, websiteId, (reading) => {
      // Gone from the device under an open screen (another tab signed out): what is shown stays, and is asked for again.
      if (reading.stored === null) return ask();
      themeOf(websiteId, userId).then(
        (theme) => {
          // Themes are answered in any order: what was read before what was told is old.
          if (isOver || reading.readAt < toldAt) return;
          toldAt = reading.readAt;
          callback(reading, theme);
        },
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      stop();
    };
  }

  async function read(websiteId: string, userId = user().userId): Promise<BlocksRead> {
    let reading = await store.readBlocks(userId, websiteId);
    if (reading.stored === null) {
      const problem = await refresh(websiteId, userId);
      if (problem) return failureOf(problem);
      reading = await store.readBlocks(userId, websiteId);
      // A page that does not know what is stored would save over it.
      if (reading.stored === null) return { kind: 'failed', code: 'unknown', message: noRoomMessage };
    }
    return { kind: 'loaded', reading, theme: await themeOf(websiteId, userId) };
  }

  /** In memory alone, and only the last: by user and website. */
  let shown: { readonly key: string; readonly snapshot: BlocksSnapshot } | null = null;
  const keyOf = (userId: string, websiteId: string) => `${userId} ${websiteId}`;
  function remember(userId: string, websiteId: string, snapshot: BlocksSnapshot): BlocksSnapshot {
    shown = { key: keyOf(userId, websiteId), snapshot };
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
    recall: (websiteId) => (shown?.key === keyOf(user().userId, websiteId) ? shown.snapshot : null),
    watch(websiteId, callback) {
      const { userId } = user();
      return watchReading(websiteId, (reading, theme) => callback(remember(userId, websiteId, snapshotOf(reading, theme))));
    },
    watchReading,
    submit: createSubmitBlock({ ...parts, refresh }),
    beginSubmit: createBeginSubmit({ ...parts, refresh }),
    async prefetch(websiteId) {
      const { userId } = user();
      const problem = await refresh(websiteId, userId);
      if (problem === null && (await store.cache.revision(userId, blocksKey(websiteId))) === 0) throw new Error(noRoomMessage);
      return problem;
    },
  };
}

function snapshotOf(reading: BlocksReading, theme: ThemeKey | null): BlocksSnapshot {
  const { blocks: shown, pendingBlocks: waiting, showConflicts, order, idMap: aliases, fetchedAt, readAt } = reading;
  return {
    theme,
    blocks: fromTop(shown),
    pendingBlocks: Object.fromEntries(Object.entries(waiting).map(([id, field]) => [id, waitingMark(field)])),
    showConflicts,
    order: order && waitingMark(order),
    idMap: aliases,
    fetchedAt,
    readAt,
  };
}

function failureOf(problem: Problem): Extract<BlocksLoaded, { kind: 'failed' }> {
  if (problem.kind === 'refused' && problem.status === 404) return { kind: 'failed', code: 'notFound', message: problem.message };
  return { kind: 'failed', code: isUnanswered(problem) ? 'offlineNeverLoaded' : 'unknown', message: loadProblemMessage(problem) };
}
