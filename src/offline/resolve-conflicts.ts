import type { ClientStore } from '#db/open-client-store.ts';
import type { ConflictChoice } from '#machines/ports.ts';

/** As much of the store as takes a choice. */
export interface ConflictStore {
  readonly outbox: Pick<ClientStore['outbox'], 'resolve'>;
}

/** Writes to the queue which values to keep. Rejects where the device does not take a choice; the change then waits as it did. */
export async function resolveConflicts({ outbox }: ConflictStore, decided: readonly ConflictChoice[]): Promise<void> {
  for (const { opId, choices } of decided) {
    const result = await outbox.resolve(opId, choices);
    // Decided in the sync centre or in another tab meanwhile: there is nothing left to choose.
    if (result.kind === 'refused' && result.code !== 'gone') throw new Error(result.code);
  }
}
