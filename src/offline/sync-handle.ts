import type { SyncEvent } from '#machines/sync/sync.types.ts';
import type { SyncView } from '#machines/sync/sync.view.ts';
import type { SyncActor } from './wire-sync.ts';

/** The sync actor as the console uses it, before and after its chart has been loaded. */
export interface SyncHandle {
  /** Before the actor is there, an event brings it, and is kept for it. */
  send(event: SyncEvent): void;
  view(): SyncView;
  /** Calls back with each change of the view. */
  watch(callback: (view: SyncView) => void): () => void;
}

const resting: SyncView = { activity: 'idle', inFlight: [], dueAt: null, cannotDrain: null };
/** How soon a chart that did not arrive is asked for again. ms. */
const retryMs = 5000;

interface Loaded {
  /** Wired and not yet started. */
  readonly actor: SyncActor;
  readonly view: (actor: SyncActor) => SyncView;
}

/** `load` creates the actor from the current state. It is called with the first event, or by `start`. */
export function createSyncHandle(load: () => Promise<Loaded>): SyncHandle & { readonly start: () => void } {
  const listeners = new Set<(view: SyncView) => void>();
  let actor: SyncActor | null = null;
  let view = resting;
  let waiting: SyncEvent[] = [];
  let loading = false;

  function start(): void {
    if (loading || actor) return;
    loading = true;
    load().then(begin, () => {
      loading = false;
      setTimeout(start, retryMs);
    });
  }

  function begin(loaded: Loaded): void {
    actor = loaded.actor;
    const tell = () => {
      view = loaded.view(loaded.actor);
      for (const listener of listeners) listener(view);
    };
    loaded.actor.subscribe(tell);
    loaded.actor.start();
    tell();
    for (const event of waiting) loaded.actor.send(event);
    waiting = [];
  }

  return {
    start,
    send(event) {
      if (actor) return actor.send(event);
      waiting.push(event);
      start();
    },
    view: () => view,
    watch(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
  };
}
