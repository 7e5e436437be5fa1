import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeliveryOptions, SendOptions } from './call-options.ts';

/**
 * How one kind of command reaches the API: the call that has its effect, and the read that shows whether it had. Every call
 * of both carries the options: whoever is signed in by then, another user perhaps, is not asked.
 */
export interface Sender {
  send(row: OutboxEntry, ifMatch: string | null, options: SendOptions): Promise<ApiResult<Json>>;
  read(row: OutboxEntry, options: DeliveryOptions): Promise<ApiResult<Json>>;
}
