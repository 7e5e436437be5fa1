import type { BodyOf, Call, ParamsOf, QueryOf } from '#contract/calls/define.ts';

export interface Credentials {
  readonly token: string;
  readonly accountId: string | null;
}

export interface CallOptions<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  /** A mutation's `opId`: the same for every attempt. */
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
  /** Of a multipart call: the files beside the fields. */
  readonly files?: readonly { readonly blob: Blob; readonly name: string }[];
  /** Of a multipart call: called with the share that is sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Default 30 s; of a multipart call, the longest time without progress. */
  readonly timeoutMs?: number;
  /** Instead of the session's: a token that is being tried out, or the token of the user whose entry is sent. */
  readonly credentials?: Credentials;
}

/** What all calls of one delivery carry. The signal aborts them, also those that have not begun. */
export interface DeliveryOptions {
  readonly credentials: Credentials;
  readonly signal: AbortSignal;
}

export interface SendOptions extends DeliveryOptions {
  /** Asked before a call of a send that has waited for something. False where another tab has taken over meanwhile. */
  readonly mayLeave: () => Promise<boolean>;
}
