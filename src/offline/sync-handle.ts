import type { SyncEvent } from '#machines/sync/sync.types.ts';
import type { SyncView } from '#machines/sync/sync.view.ts';
import type { SyncActor } from './wire-sync.ts';

/** The sync actor for the console, usable before and after its code has loaded. */
export interface SyncHandle {
  /** Before the actor exists, an event starts its loading and is buffered. */
  send(event: SyncEvent): void;
  view(): SyncView;
  /** Its code could not be loaded, and is requested again: nothing is sent meanwhile. */
  isMissing(): boolean;
  /** Calls back with each change of the view. */
  watch(callback: (view: SyncView) => void): () => void;
}

const idleView: SyncView = { activity: 'idle', inFlight: [], dueAt: null, cannotDrain: null };
/** The delay before code that did not load is requested again. ms. */
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
  let view = idleView;
  let buffered: SyncEvent[] = [];
  let loading = false;
  let isMissing = false;

  function start(): void {
    if (loading || actor) return;
    loading = true;
    load().then(begin, () => {
      loading = false;
      isMissing = true;
      setTimeout(start, retryMs);
    });
  }

  function begin(loaded: Loaded): void {
    actor = loaded.actor;
    isMissing = false;
    const notify = () => {
      view = loaded.view(loaded.actor);
      for (const listener of listeners) listener(view);
    };
    loaded.actor.subscribe(notify);
    loaded.actor.start();
    notify();
    for (const event of buffered) loaded.actor.send(event);
    buffered = [];
  }

  return {
    start,
    send(event) {
      if (actor) return actor.send(event);
      buffered.push(event);
      start();
    },
    view: () => view,
    isMissing: () => isMissing,
    watch(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
  };
}
