import type { Json } from '#contract/json.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { QueueRow } from '#contract/queue.ts';

/** How one kind of command reaches the API: the call that has its effect, and the read that shows whether it had. */
export interface Sender {
  send(row: QueueRow, ifMatch: string | null): Promise<Outcome<Json>>;
  read(row: QueueRow): Promise<Outcome<Json>>;
}
