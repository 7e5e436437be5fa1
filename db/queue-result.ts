import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { StoreErrorCode } from './store-error.ts';

/** `gone`: no such entry any more. `busy`: a request of it is under way. `invalid`: the body does not fit the mutation. */
export type QueueErrorCode = StoreErrorCode | 'secret' | 'invalid' | 'gone' | 'busy';
export interface OutboxRefused {
  readonly kind: 'refused';
  readonly code: QueueErrorCode;
  readonly message: string;
}
export type QueueResult = { readonly kind: 'kept'; readonly opId: string } | OutboxRefused;
/** One change in the outbox. `behind`: the change in conflict that took its values, which wait there for a person's choice. */
export type Appended = { readonly kind: 'kept'; readonly opId: string; readonly behind?: OutboxEntry } | OutboxRefused;
/** Several, in their order; `behind`: those of `opIds` that were in conflict before, with what the conflict is about, as people call it. */
export interface Enqueued {
  readonly kind: 'kept';
  readonly opIds: readonly string[];
  readonly behind: readonly { readonly opId: string; readonly labels: readonly string[] }[];
}
export type LeaveResult = { readonly kind: 'left'; readonly opIds: readonly string[] } | OutboxRefused;

export const refused = (code: QueueErrorCode, message = ''): OutboxRefused => ({ kind: 'refused', code, message });
