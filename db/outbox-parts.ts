import { createBeginsWithSave } from './begin-with-save.ts';
import { createDrain, type Drain } from './drain.ts';
import { createOutbox, type LoadUnnamedFiles, type Outbox } from './outbox.ts';
import type { OutboxDeps } from './outbox-writes.ts';
import { awaitSaveStatus, type AwaitSaveStatus, createConfirmations } from './save-status.ts';

/** The outbox as screens use it, as its drainer uses it, and the status of one save. */
export interface OutboxParts {
  readonly outbox: Outbox;
  readonly drain: Drain;
  readonly awaitSaveStatus: AwaitSaveStatus;
}

/** The outbox and its drain, with the code of every mutation. Loaded after the first screen. */
export function createOutboxParts(deps: OutboxDeps, loadUnnamedFiles: LoadUnnamedFiles = () => import('./unnamed-files.ts')): OutboxParts {
  const confirmations = createConfirmations();
  const begins = createBeginsWithSave(deps);
  return {
    outbox: createOutbox(deps, begins, loadUnnamedFiles),
    drain: createDrain(deps, begins, confirmations.confirm),
    awaitSaveStatus: (opId, options) => awaitSaveStatus(deps.db, confirmations, opId, options),
  };
}
