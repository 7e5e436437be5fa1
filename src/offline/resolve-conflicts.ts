import type { ClientStore } from '#db/open-client-store.ts';
import type { ConflictChoice } from '#machines/ports.ts';

/** The part of the client store that resolves conflicts. */
export interface ConflictStore {
  readonly outbox: Pick<ClientStore['outbox'], 'resolve'>;
}

/** Writes to the outbox which values to keep. Rejects where the device can't write a choice: the change then stays in conflict. */
export async function resolveConflicts({ outbox }: ConflictStore, decided: readonly ConflictChoice[]): Promise<void> {
  for (const { opId, choices } of decided) {
    const result = await outbox.resolve(opId, choices);
    // 'gone': the sync centre or another tab has decided meanwhile.
    if (result.kind === 'refused' && result.code !== 'gone') throw new Error(result.code);
  }
}
