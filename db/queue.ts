import { createDrain, type Drain } from './drain.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { QueueDeps } from './queue-deps.ts';

/** Both sides of the queue, with every command. Loaded behind the first screen. */
export function createQueue(deps: QueueDeps): { readonly outbox: Outbox; readonly drain: Drain } {
  return { outbox: createOutbox(deps), drain: createDrain(deps) };
}
