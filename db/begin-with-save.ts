import { drainSteps, type Started } from './drain-steps.ts';
import { beginEpoch } from './drain-fence.ts';
import type { OutboxDeps } from './outbox-writes.ts';

/** The turn of a drainer. `begun`: what its drain has begun with; null: it begins by `Drain.start`. */
export interface Turn {
  readonly epoch: number;
  readonly begun: Begun | null;
}

/** `at`: right before the epoch, ms since the epoch of the clock. */
export interface Begun extends Started {
  readonly at: number;
}

/** A drainer of this tab that has the lock, and no epoch yet. */
export interface Drainer {
  readonly holder: string;
  /** How many entries it may claim when it begins. */
  readonly limit: number;
  /** Aborts where it does not want its turn any more. */
  readonly stopped: AbortSignal;
}

/** Joins the saves of a tab with the begin of its drain. */
export interface BeginsWithSave {
  /** The turn of a drainer that has the lock, begun in the transaction of a save; null: in none, because none is being written. */
  take(userId: string, drainer: Drainer): Promise<Turn | null>;
  /**
   * Writes a save. It calls `begin` at the end of its transaction, each time that this runs: true where a drainer has come, and begins there. The
   * drainer gets its turn once `save` has resolved, and is not refused.
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
 * A drain may begin in the transaction of a save: the new epoch, the entry and its claim are then one durable write, where they would be
 * three that follow each other. The save waits for nobody.
 */
export function createBeginsWithSave(deps: OutboxDeps): BeginsWithSave {
  const { db, now } = deps;
  const steps = drainSteps(deps);
  const writing = new Map<string, number>();
  const waiting = new Map<string, Waiting>();

  function next(userId: string): Waiting | null {
    const drainer = waiting.get(userId) ?? null;
    waiting.delete(userId);
    return drainer;
  }

  /** Inside a transaction. */
  async function begin(userId: string, { holder, limit }: Drainer): Promise<Turn> {
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
      try {
        const saved = await save(async () => {
          joined.drainer ??= next(userId);
          joined.turn = joined.drainer && !joined.drainer.stopped.aborted ? await begin(userId, joined.drainer) : null;
          return joined.turn !== null;
        });
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
