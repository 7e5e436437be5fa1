import type { ClientStore } from '#db/client-store.ts';
import { followWaiting } from '#db/follow-waiting.ts';
import { createPendingNotes, type PendingNotes } from '#db/pending-note.ts';
import { createStash, type Stash, type StashArea } from '#db/stash.ts';
import type { ClientDatabase } from '#db/stores.ts';
import { stashAreaOf } from '#db/testing/stash-area.ts';
import type { Process } from './scheduler.ts';
import type { TabHost } from './tab-host.ts';

/** The Web Storage of an origin, as one tab has it. A tab that has ended writes nothing more. */
export function areaOf({ webStorage }: Pick<TabHost, 'webStorage'>, process?: Process): StashArea & Storage {
  const area = stashAreaOf(() => {
    if (process?.state === 'dead') throw new Error('the tab has ended');
    return webStorage;
  });
  return Object.assign(area, { clear: () => webStorage.clear() });
}

/** What a tab keeps outside its store. */
export function webStorageOf(browser: TabHost, process: Process): { readonly notes: PendingNotes; readonly stash: Stash } {
  const area = areaOf(browser, process);
  return { notes: createPendingNotes(() => area), stash: createStash(() => area, process.name, browser.scheduler.now) };
}

interface Followed {
  readonly notes: PendingNotes;
  readonly database: ClientDatabase;
  readonly store: ClientStore;
}

/** What the console does for a user who is signed in: it adopts what earlier tabs could only stash, and notes what waits. */
export function followKept(browser: TabHost, process: Process, { database, store, notes }: Followed, userId: string): () => void {
  const { scheduler, random } = browser;
  void store.adoptStashed(userId);
  // Not by the store's own call, which loads its code late, in a time of its own. A device that fails is tried again by the next start.
  const onFailed = () => undefined;
  const deps = { db: database, notes, place: () => 'device' as const, now: scheduler.now, newId: () => random.uuid(), onFailed };
  const stop = followWaiting(deps, userId);
  return () => {
    if (process.state !== 'dead') stop();
  };
}
