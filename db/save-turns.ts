import type { BegunDrain } from '#contract/delivery-result.ts';
import { drainSteps } from './drain-steps.ts';
import { beginEpoch, signOutLeaseOf } from './fence.ts';
import type { OutboxDeps } from './outbox-writes.ts';
import type { LeaseRow } from './stores.ts';

/** One hold of the drain lock. `begun`: how its drain has started with a save; null: `Drain.start` is still to be called. */
export interface Turn {
  readonly epoch: number;
  readonly begun: BegunDrain | null;
  /** The lease of a tab that signs the user out: no epoch has begun. */
  readonly signOut?: LeaseRow;
}

/** A drainer of this tab that has the lock, and no epoch yet. */
export interface Drainer {
  readonly holder: string;
  /** How many entries it may claim at the start. */
  readonly limit: number;
  /** Aborts when it gives its turn up. */
  readonly stopped: AbortSignal;
  /** The lease of a sign-out for which it has waited. If that is still the same, the tab that signed out is gone. */
  readonly silent?: LeaseRow | null;
}

/** Turns that begin in the transaction of a save of this tab. */
export interface SaveTurns {
  /** The turn of a drainer that has the lock, begun in the transaction of a save; null where no save is being written. */
  take(userId: string, drainer: Drainer): Promise<Turn | null>;
  /**
   * Writes a save. `save` calls `begin` at the end of its transaction, and again when the transaction is repeated: true where a drainer that
   * waits has begun there. The drainer gets that turn once `save` has resolved; none where the save is refused, which rolls it back.
   */
  during<Result extends { readonly kind: string }>(
    userId: string,
    save: (begin: () => Promise<boolean>) => Promise<Result>,
  ): Promise<Result>;
}

interface Waiting extends Drainer {
  readonly resolve: (turn: Turn | null) => void;
}

/**
 * The new epoch, the entry and its claim are one durable write instead of three that follow each other. The save does not wait for a
 * drainer: one that comes after its transaction begins without it.
 */
export function createSaveTurns(deps: OutboxDeps): SaveTurns {
  const { db, now } = deps;
  const steps = drainSteps(deps);
  const writing = new Map<string, number>();
  const waiting = new Map<string, Waiting>();

  function next(userId: string): Waiting | null {
    const drainer = waiting.get(userId) ?? null;
    waiting.delete(userId);
    return drainer;
  }

  /** Null where a tab signs the user out: what is saved is to stay or to be discarded. Inside a transaction. */
  async function begin(userId: string, { holder, limit, silent = null }: Drainer): Promise<Turn | null> {
    if (await signOutLeaseOf(db, userId, silent)) return null;
    const at = now();
    const epoch = await beginEpoch(db, now, userId, holder);
    const started = await steps.start(userId, epoch, false, limit);
    return { epoch, begun: started === 'fenced' ? null : { ...started, at } };
  }

  return {
    take(userId, drainer) {
      if (!writing.has(userId)) return Promise.resolve(null);
      return new Promise((resolve) => {
        next(userId)?.resolve(null);
        waiting.set(userId, { ...drainer, resolve });
      });
    },
    async during(userId, save) {
      writing.set(userId, (writing.get(userId) ?? 0) + 1);
      const joined: { drainer: Waiting | null; turn: Turn | null } = { drainer: null, turn: null };
      let isBroken = false;
      const beginOnce = async (): Promise<boolean> => {
        joined.turn = null;
        if (isBroken) return false;
        joined.drainer ??= next(userId);
        try {
          joined.turn = joined.drainer && !joined.drainer.stopped.aborted ? await begin(userId, joined.drainer) : null;
        } catch (thrown) {
          // An entry that can't be claimed must not keep a save from being stored.
          isBroken = true;
          throw thrown;
        }
        return joined.turn !== null;
      };
      try {
        let saved = await save(beginOnce);
        if (saved.kind === 'refused' && isBroken) saved = await save(beginOnce);
        // The transaction may have failed after `begin`.
        if (saved.kind === 'refused') joined.turn = null;
        return saved;
      } finally {
        const left = (writing.get(userId) ?? 1) - 1;
        if (left > 0) writing.set(userId, left);
        else writing.delete(userId);
        joined.drainer?.resolve(joined.turn);
        if (left === 0) next(userId)?.resolve(null);
      }
    },
  };
}
