import { type AnswerOf, type Call, fillPath } from '#contract/calls/define.ts';
import { paginationSchema } from '#contract/calls/paging.ts';
import type { Answered, ApiResult, PaginationInfo, Problem, Refused } from '#contract/api-result.ts';
import ky from 'ky';
import * as v from 'valibot';
import { isShallow } from '#contract/json.ts';
import type { CallOptions, Credentials } from './call-options.ts';
import { apiErrorSchema, errorBodySchema, isErrorCode } from '#contract/errors.ts';

/** Maximum number of levels of an answer: far more than any answer of the API has. */
const mostLevels = 100;

/** Sends one request. Separate from the client, so that the sign-in screen opens without an HTTP library. */
export async function send<C extends Call>(
  base: string,
  declaration: C,
  options: CallOptions<C>,
  credentials: Credentials | null,
  fetchWith: typeof fetch | undefined,
): Promise<ApiResult<AnswerOf<C>>> {
  // Aborted before it began: nothing is sent.
  if (options.signal?.aborted) return { kind: 'aborted' };
  const url = `${base}${fillPath(declaration.path, options.params)}${queryText(options.query)}`;
  // A refusal of a raw call is JSON too.
  const headers: Record<string, string> = { accept: declaration.raw ? `${declaration.raw}, application/json` : 'application/json' };
  if (credentials) headers['authorization'] = `Bearer ${credentials.token}`;
  if (credentials?.accountId) headers['x-account-id'] = credentials.accountId;
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  if (options.ifMatch) headers['if-match'] = options.ifMatch;
  if (declaration.encoding === 'multipart') {
    // Most visits send no file, so the first upload loads this code. Without a connection it does not load.
    const multipart = await import('./multipart-request.ts').catch(() => null);
    if (!multipart) return { kind: 'notStarted', reason: 'code' };
    const sent = await multipart.sendMultipart(url, declaration.method, headers, options);
    return sent instanceof Response ? read(declaration, sent) : sent;
  }
  // ky's own timeout ends with the headers, and would never abort a connection that dies half-way through a body.
  const limit = AbortSignal.timeout(options.timeoutMs ?? 30_000);
  try {
    const response = await ky(url, {
      method: declaration.method,
      headers,
      ...(options.body === undefined ? {} : { json: options.body }),
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      ...(fetchWith ? { fetch: fetchWith } : {}),
      cache: 'no-store',
      // The API never redirects. Captive portals and sign-in pages of proxies do.
      redirect: 'manual',
      retry: 0,
      throwHttpErrors: false,
      timeout: false,
    });
    return await read(declaration, response);
  } catch {
    if (options.signal?.aborted) return { kind: 'aborted' };
    return { kind: 'noAnswer', reason: limit.aborted ? 'timeout' : 'network' };
  }
}

async function read<C extends Call>(declaration: C, response: Response): Promise<ApiResult<AnswerOf<C>>> {
  const text = await response.text();
  const json = isJson(response) ? parseJson(text) : undefined;
  if (response.ok && declaration.raw) return isRaw(response, declaration.raw) ? readRaw(declaration, response, text) : foreign(response);
  if (response.ok) return readNotOk(response, json) ?? readAnswer(declaration, response, json);
  return readRefusal(response, json) ?? foreign(response);
}

function readAnswer<C extends Call>(declaration: C, response: Response, json: unknown): Answered<AnswerOf<C>> | Problem {
  const body = v.safeParse(v.object({ data: declaration.answer, pagination: v.optional(paginationSchema) }), json);
  return body.success ? answered(response, body.output.data, body.output.pagination) : foreign(response);
}

/** Reads the answer of a call that is text, not JSON. */
function readRaw<C extends Call>(declaration: C, response: Response, text: string): Answered<AnswerOf<C>> | Problem {
  const body = v.safeParse(declaration.answer, text);
  return body.success ? answered(response, body.output, undefined) : foreign(response);
}

/** `data`: as the declaration's own schema has parsed it, which TypeScript can't follow through the generic. */
function answered<C extends Call>(response: Response, data: unknown, pagination: PaginationInfo | undefined): Answered<AnswerOf<C>> {
  return {
    kind: 'answered',
    data: data as AnswerOf<C>,
    pagination: pagination ?? null,
    etag: strongTag(response.headers.get('etag')),
  };
}

/** A proxy that compresses marks tags as weak, and If-Match never matches a weak tag: it counts as no tag. */
function strongTag(etag: string | null): string | null {
  return etag?.startsWith('W/') ? null : etag;
}

function foreign(response: Response): Problem {
  return { kind: 'foreign', status: response.status, retryAfterMs: retryAfterMs(response) };
}

function isJson(response: Response): boolean {
  return /^application\/(?:[\w.+-]*\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

/** True for the media type and for its `text/` variant, such as text/xml. A page of a proxy is neither. */
function isRaw(response: Response, raw: NonNullable<Call['raw']>): boolean {
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
  return [raw, raw.replace(/^\w+/u, 'text')].includes(type.trim());
}

/** Undefined for what is no JSON, or nested so deep that code which walks it by recursion, such as IndexedDB's, would fail each time. */
function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return isShallow(json, mostLevels) ? json : undefined;
  } catch {
    return undefined;
  }
}

function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return '';
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, String(value));
  const text = search.toString();
  return text ? `?${text}` : '';
}

/** Reads the API's own error shape. Null where the answer does not come from the API, whatever its status. */
export function readRefusal(response: Response, json: unknown): Refused | null {
  const body = v.safeParse(errorBodySchema, json);
  if (!body.success || response.status < 400) return null;
  const { code, message, display_message, fields } = body.output.error;
  return {
    kind: 'refused',
    status: response.status,
    code: isErrorCode(code) ? code : 'internal_error',
    message: display_message || message,
    fields: fields ?? {},
    retryAfterMs: retryAfterMs(response),
    requestId: response.headers.get('x-request-id'),
  };
}

const notOkSchema = v.object({
  ok: v.literal(false),
  message: v.fallback(v.optional(v.string(), ''), ''),
  error: v.fallback(v.nullish(apiErrorSchema), null),
});

/** Reads `{"ok": false}` as a refusal, whatever the status of the answer. Null for any other answer. */
export function readNotOk(response: Response, json: unknown): Refused | null {
  const body = v.safeParse(notOkSchema, json);
  if (!body.success) return null;
  const { message, error } = body.output;
  return {
    kind: 'refused',
    status: response.status,
    code: error && isErrorCode(error.code) ? error.code : 'bad_request',
    message: error?.display_message || error?.message || message,
    fields: error?.fields ?? {},
    retryAfterMs: null,
    requestId: response.headers.get('x-request-id'),
  };
}

/** `Retry-After` in ms: seconds or a date, never negative, at most an hour; null where there is none. */
export function retryAfterMs(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : null;
}
