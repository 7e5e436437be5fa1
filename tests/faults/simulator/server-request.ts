import type { Answered, Refused } from '#contract/api-result.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import type { Json } from '#contract/json.ts';

/** Who made a request: a user of this device, or somebody elsewhere. */
export type Author = string;
export const colleague: Author = 'colleague';

/** One change of the server's state. `field`: as the console names it in a base; `value`: the new value. */
export interface Effect {
  readonly kind: 'field' | 'created' | 'deleted' | 'order' | 'uploaded' | 'acted';
  readonly author: Author;
  /** The idempotency key of the request; null for a colleague's. */
  readonly key: string | null;
  /** `settings/w1/social`, `blocks/w1`, `files/w1`, `contacts/w1`; for one contact `contact/` and its id. */
  readonly record: string;
  readonly field: string;
  readonly value: Json;
}

/** A request as the server receives it. */
export interface ServerRequest {
  readonly call: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Json;
  readonly key: string | null;
  readonly ifMatch: string | null;
  readonly author: Author;
  /** The account that the request names. */
  readonly accountId: string;
}

/** The server refuses every value that begins with this. */
export const refusedPrefix = 'bad';

export function answer(data: Json, etag: string | null): Answered<Json> {
  return { kind: 'answered', data, pagination: null, etag };
}

export function refusal(code: ErrorCode, fields: Readonly<Record<string, string>> = {}, retryAfterMs: number | null = null): Refused {
  return { kind: 'refused', status: errorStatus[code], code, message: `refused: ${code}`, fields, retryAfterMs, requestId: null };
}
