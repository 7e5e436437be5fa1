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
  /** Of a multipart call: what is sent beside the fields. */
  readonly files?: readonly { readonly blob: Blob; readonly name: string }[];
  /** Of a multipart call: the share that has left, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Default 30 s; of a multipart call, how long nothing may move. */
  readonly timeoutMs?: number;
  /** Instead of the session's: a token that is being tried out, or that of the user whose entry is sent. */
  readonly credentials?: Credentials;
}

/** What all calls of one delivery carry. The signal gives them up, those that have not begun too. */
export interface DeliveryOptions {
  readonly credentials: Credentials;
  readonly signal: AbortSignal;
}

/** Of a send that waits for something before one of its calls: false where another tab has taken over meanwhile. */
export interface SendOptions extends DeliveryOptions {
  readonly mayLeave: () => Promise<boolean>;
}
