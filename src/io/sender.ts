import type { Json } from '#contract/json.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { QueueRow } from '#contract/queue.ts';
import type { DeliveryOptions, SendOptions } from './call-options.ts';

/**
 * How one kind of command reaches the API: the call that has its effect, and the read that shows whether it had. Every call
 * of both carries the options: whoever is signed in by then, another user perhaps, is not asked.
 */
export interface Sender {
  send(row: QueueRow, ifMatch: string | null, options: SendOptions): Promise<Outcome<Json>>;
  read(row: QueueRow, options: DeliveryOptions): Promise<Outcome<Json>>;
}
