import { createDrain, type Drain } from './drain.ts';
import { createOutbox, type LoadUnnamedFiles, type Outbox } from './outbox.ts';
import type { QueueDeps } from './queue-deps.ts';

/** Both sides of the queue, with every command. Loaded behind the first screen. */
export function createQueue(
  deps: QueueDeps,
  loadUnnamedFiles: LoadUnnamedFiles = () => import('./unnamed-files.ts'),
): { readonly outbox: Outbox; readonly drain: Drain } {
  return { outbox: createOutbox(deps, loadUnnamedFiles), drain: createDrain(deps) };
}
