import type { StoreErrorCode } from './store-error.ts';

/** `gone`: no such row any more. `busy`: a request of it is under way. `invalid`: the body is not the command's. */
export type QueueErrorCode = StoreErrorCode | 'secret' | 'invalid' | 'gone' | 'busy';
export interface Refused {
  readonly kind: 'refused';
  readonly code: QueueErrorCode;
  readonly message: string;
}
export type QueueResult = { readonly kind: 'kept'; readonly opId: string } | Refused;
export type AppendedAll = { readonly kind: 'kept'; readonly opIds: readonly string[] } | Refused;
export type LeaveResult = { readonly kind: 'left'; readonly opIds: readonly string[] } | Refused;

export const refused = (code: QueueErrorCode, message = ''): Refused => ({ kind: 'refused', code, message });
