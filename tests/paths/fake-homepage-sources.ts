import type { Block } from '#contract/entities/block.ts';
import type { BlocksReading } from '#db/blocks-overlay.ts';
import type { BlocksSnapshot } from '#machines/block-ports.ts';
import { exampleBlocks } from '#machines/homepage/homepage.paths.ts';

/**
 * In place of `src/offline/homepage-sources.ts`: what the list has when it opens, and what the editor of a block and the preview read. The
 * rest goes to the fakes of the machine under test.
 */

const video: Block = { id: 'unknown', key: 'video', label: 'Video', priority: 5, static: false, enabled: true, settings: [] };
export const allBlocks: readonly Block[] = [...exampleBlocks, video];
const reading: BlocksReading = {
  ...{ stored: allBlocks, blocks: allBlocks, pendingBlocks: {}, pendingSettings: {}, showConflicts: {}, order: null },
  ...{ confirmedWrites: {}, fetchedAt: 1000, readAt: 10, idMap: {} },
};

const stop = () => undefined;
let remembered: BlocksSnapshot | null = null;

/** What the next homepage had when it was last open. */
export function setRemembered(snapshot: BlocksSnapshot | null): void {
  remembered = snapshot;
}

const blocks = {
  peek: () => remembered,
  read: async () => ({ kind: 'loaded', reading, theme: 'byron' }),
  watchReading(_: string, callback: (reading: BlocksReading, theme: string) => void) {
    callback(reading, 'byron');
    return stop;
  },
  beginSubmit: () => async () => ({ kind: 'saved', blockId: null, appendedAt: 15 }),
};
const preview = { watchPending: () => stop, loadCached: async () => null };

export const homepageSources = () => ({ blocks, preview });
