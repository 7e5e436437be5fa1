import { appendInWorker } from './append-in-worker.ts';
import { createSaveTurns } from './save-turns.ts';
import { createFence, type Fence } from './fence.ts';
import { createDrain, type Drain } from './drain.ts';
import { createOutbox, type LoadUnnamedFiles, type Outbox } from './outbox.ts';
import type { OutboxDeps } from './outbox-writes.ts';
import { nativeSchemaVersion } from './stores.ts';
import { awaitSaveStatus, type AwaitSaveStatus, createConfirmations } from './save-status.ts';

/** The outbox as screens use it, as its drainer uses it, and the status of one save. */
export interface OutboxParts {
  readonly outbox: Outbox;
  readonly drain: Drain;
  readonly fence: Fence;
  readonly awaitSaveStatus: AwaitSaveStatus;
}

/** The outbox and its drain, with the code of every mutation. Loaded after the first screen. */
export function createOutboxParts(deps: OutboxDeps, loadUnnamedFiles: LoadUnnamedFiles = () => import('./unnamed-files.ts')): OutboxParts {
  const confirmations = createConfirmations();
  const saveTurns = createSaveTurns(deps);
  const fence = createFence(deps.db, deps.now);
  return {
    outbox: createOutbox(deps, saveTurns, loadUnnamedFiles),
    drain: createDrain(deps, saveTurns, confirmations.confirm),
    fence,
    awaitSaveStatus: (opId, options) => awaitSaveStatus(deps.db, confirmations, opId, options),
  };
}

/** The same on the store of this name, with a worker that writes saves which stay pending, to the device alone. */
export function startOutboxParts(deps: OutboxDeps, store: string): OutboxParts {
  const { place = () => 'device', pendingReasonNow } = deps;
  const worker = pendingReasonNow && appendInWorker(store, nativeSchemaVersion);
  return createOutboxParts({ ...deps, appender: worker && { append: (job) => (place() === 'device' ? worker.append(job) : null) } });
}
