import { createDrain, type Drain } from './drain.ts';
import { createOutbox, type LoadUnnamedFiles, type Outbox } from './outbox.ts';
import { awaitSaveStatus, type AwaitSaveStatus } from './save-status.ts';
import type { QueueDeps } from './queue-deps.ts';

/** The outbox as screens and as its drainer use it, and what becomes of one save. */
export interface Queue {
  readonly outbox: Outbox;
  readonly drain: Drain;
  readonly awaitSaveStatus: AwaitSaveStatus;
}

/** Outbox and drain, with every mutation. Loaded behind the first screen. */
export function createQueue(deps: QueueDeps, loadUnnamedFiles: LoadUnnamedFiles = () => import('./unnamed-files.ts')): Queue {
  return {
    outbox: createOutbox(deps, loadUnnamedFiles),
    drain: createDrain(deps),
    awaitSaveStatus: (opId, options) => awaitSaveStatus(deps.db, opId, options),
  };
}
