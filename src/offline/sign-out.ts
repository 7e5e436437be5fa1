import type { StopSendingInput } from '#machines/session/session.types.ts';
import type { SyncHandle } from './sync-handle.ts';

/** What a sign-out does to the outbox, from the choice to its end. */
export interface SignOut {
  /**
   * Aborts what this tab sends, discards the outbox where that was chosen, and stops the drain of all tabs. Rejects when the device
   * fails: then only this tab has certainly stopped.
   */
  begin(userId: string, pending: StopSendingInput['pending']): Promise<void>;
  /** Ends the sign-out, which has succeeded or was cancelled. The drain goes on for the user who is signed in then. */
  end(): void;
}

interface Deps {
  readonly sync: Pick<SyncHandle, 'send'>;
  /** Takes the drain lock from every tab. The returned function releases it. */
  readonly seize: (userId: string) => Promise<() => void>;
  readonly discardUnsent: (userId: string) => Promise<void>;
}

export function createSignOut({ sync, seize, discardUnsent }: Deps): SignOut {
  let latest = 0;
  let releaseLock = (): void => undefined;
  return {
    async begin(userId, pending) {
      latest += 1;
      const mine = latest;
      sync.send({ type: 'sending.stopped' });
      // First: this tab may freeze or die during the sign-out, and another one would then send the outbox.
      const discarded = pending === 'discard' ? discardUnsent(userId) : Promise.resolve();
      discarded.catch(() => undefined);
      const release = await seize(userId);
      // `end` may have been called before the lock was granted.
      if (mine === latest) releaseLock = release;
      else release();
      await discarded;
    },
    end() {
      latest += 1;
      releaseLock();
      releaseLock = () => undefined;
      sync.send({ type: 'sending.resumed' });
    },
  };
}
