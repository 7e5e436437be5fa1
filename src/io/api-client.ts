import { fillPath, type AnswerOf, type BodyOf, type Call, type ParamsOf, type QueryOf } from '#contract/calls/define.ts';
import { paginationSchema } from '#contract/calls/paging.ts';
import type { Answered, Outcome, Problem } from '#contract/outcome.ts';
import ky, { TimeoutError } from 'ky';
import * as v from 'valibot';
import { readRefusal, retryAfterMs } from './refusal.ts';

export interface Credentials {
  readonly token: string;
  readonly accountId: string | null;
}

interface CallOptions<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  /** A command's `opId`: the same for every try. */
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
  /** Default 30 s. */
  readonly timeoutMs?: number;
  /** Instead of the session's: a token that is being tried out. */
  readonly credentials?: Credentials;
}

export interface ApiClientOptions {
  /** Such as `/api` or `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly credentials: () => Credentials | null;
  /** Hears of every call that was made, for the connection machine and for expired sessions. */
  readonly heard: (call: Call, outcome: Outcome<unknown>, token: string | null) => void;
  readonly fetch?: typeof fetch;
}

export interface ApiClient {
  /** Makes one call. Never throws for what a network or a server may do: that comes back as a value. */
  call<C extends Call>(call: C, options: CallOptions<C>): Promise<Outcome<AnswerOf<C>>>;
}

export function createApiClient(client: ApiClientOptions): ApiClient {
  const base = client.baseUrl.replace(/\/+$/, '');
  return {
    async call(declaration, options) {
      const credentials = declaration.auth === 'bearer' ? (options.credentials ?? client.credentials()) : null;
      const outcome = await send(base, declaration, options, credentials, client.fetch);
      if (outcome.kind !== 'aborted') client.heard(declaration, outcome, credentials?.token ?? null);
      return outcome;
    },
  };
}

async function send<C extends Call>(
  base: string,
  declaration: C,
  options: CallOptions<C>,
  credentials: Credentials | null,
  fetchWith: typeof fetch | undefined,
): Promise<Outcome<AnswerOf<C>>> {
  const url = `${base}${fillPath(declaration.path, options.params)}${queryText(options.query)}`;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (credentials) headers['authorization'] = `Bearer ${credentials.token}`;
  if (credentials?.accountId) headers['x-account-id'] = credentials.accountId;
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  if (options.ifMatch) headers['if-match'] = options.ifMatch;
  try {
    const response = await ky(url, {
      method: declaration.method,
      headers,
      ...(options.body === undefined ? {} : { json: options.body }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(fetchWith ? { fetch: fetchWith } : {}),
      cache: 'no-store',
      // A redirect is never ours: captive portals and sign-in pages of proxies answer so.
      redirect: 'manual',
      retry: 0,
      throwHttpErrors: false,
      timeout: options.timeoutMs ?? 30_000,
    });
    return await read(declaration, response);
  } catch (error) {
    if (options.signal?.aborted) return { kind: 'aborted' };
    return { kind: 'noAnswer', reason: error instanceof TimeoutError ? 'timeout' : 'network' };
  }
}

async function read<C extends Call>(declaration: C, response: Response): Promise<Outcome<AnswerOf<C>>> {
  const text = await response.text();
  const json = isJson(response) ? parseJson(text) : undefined;
  if (response.ok) return readAnswer(declaration, response, json);
  return readRefusal(response, json) ?? foreign(response);
}

function readAnswer<C extends Call>(declaration: C, response: Response, json: unknown): Answered<AnswerOf<C>> | Problem {
  const body = v.safeParse(v.object({ data: declaration.answer, pagination: v.optional(paginationSchema) }), json);
  if (!body.success) return foreign(response);
  return {
    kind: 'answered',
    // The schema that parsed it is the declaration's own, which TypeScript can't follow through the generic.
    data: body.output.data as AnswerOf<C>,
    pagination: body.output.pagination ?? null,
    etag: response.headers.get('etag'),
  };
}

function foreign(response: Response): Problem {
  return { kind: 'foreign', status: response.status, retryAfterMs: retryAfterMs(response) };
}

function isJson(response: Response): boolean {
  return /^application\/(?:[\w.+-]*\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
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
