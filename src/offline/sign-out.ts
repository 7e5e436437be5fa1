import type { StopSendingInput } from '#machines/session/session.types.ts';
import type { SyncHandle } from './sync-handle.ts';

/** What a sign-out does to the outbox, from the choice to its end. */
export interface SignOut {
  /**
   * Gives up what this tab sends, discards what was not sent where that was chosen, and takes the outbox away from all tabs.
   * Rejects when the device fails: only this tab has stopped for certain then.
   */
  begin(userId: string, waiting: StopSendingInput['pending']): Promise<void>;
  /** The user has left, or stays: the outbox goes on, for whoever is signed in then. */
  end(): void;
}

interface Deps {
  readonly sync: Pick<SyncHandle, 'send'>;
  /** Takes the right to send away from every tab; the function that it answers gives it back. */
  readonly seize: (userId: string) => Promise<() => void>;
  readonly discardUnsent: (userId: string) => Promise<void>;
}

export function createSignOut({ sync, seize, discardUnsent }: Deps): SignOut {
  let latest = 0;
  let giveBack = (): void => undefined;
  return {
    async begin(userId, waiting) {
      latest += 1;
      const mine = latest;
      sync.send({ type: 'sending.stopped' });
      // First, and not at the end: this tab may stand still or die on the way, and another one would send it all.
      const discarded = waiting === 'discard' ? discardUnsent(userId) : Promise.resolve();
      discarded.catch(() => undefined);
      const release = await seize(userId);
      // It took so long that the sign-out has ended before.
      if (mine === latest) giveBack = release;
      else release();
      await discarded;
    },
    end() {
      latest += 1;
      giveBack();
      giveBack = () => undefined;
      sync.send({ type: 'sending.resumed' });
    },
  };
}
