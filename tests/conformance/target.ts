import * as v from 'valibot';
import { type Call, fillPath } from '#contract/calls/define.ts';
import { paginationSchema } from '#contract/calls/paging.ts';
import { errorBodySchema, isErrorCode } from '#contract/errors.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where the body is not JSON. */
  readonly json: unknown;
  readonly text: string;
}

interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent as multipart, instead of `body`. */
  readonly form?: FormData;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The API under test, reached as the console reaches it. */
export type Send = (call: Call, sent?: Sent) => Promise<Answer>;

export function target(api: string): Send {
  const base = api.replace(/\/+$/u, '');
  return async (call, { params = {}, query = {}, body, form, token, headers = {} } = {}) => {
    const search = new URLSearchParams(query).toString();
    const answer = await fetch(`${base}${fillPath(call.path, params)}${search ? `?${search}` : ''}`, {
      method: call.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      headers: {
        accept: call.raw ?? 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, json: parsed(text), text };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The tag that the console would send in If-Match; null for a weak one, which compressing proxies produce. */
export function tagOf(answer: Answer): string | null {
  const etag = answer.headers.get('etag');
  return etag?.startsWith('W/') ? null : etag;
}

/** The defect of a success answer; null for none. */
export function successProblem(call: Call, answer: Answer): string | null {
  if (answer.status < 200 || answer.status > 299) return `answered ${answer.status}`;
  if (call.raw !== undefined) return rawProblem(call.raw, answer);
  const shape = call.paginated ? v.object({ data: call.answer, pagination: paginationSchema }) : v.object({ data: call.answer });
  const read = v.safeParse(shape, answer.json);
  if (read.success) return null;
  const [issue] = read.issues;
  return `${v.getDotPath(issue) ?? 'the body'}: expected ${issue.expected ?? 'another value'}, received ${issue.received}`;
}

function rawProblem(raw: NonNullable<Call['raw']>, { headers, text }: Answer): string | null {
  const type = headers.get('content-type') ?? 'no type';
  const isXml = raw === 'application/xml';
  if (!type.startsWith(raw) && !(isXml && type.startsWith('text/xml'))) return `answered ${type}, not ${raw}`;
  return !isXml || text.trimStart().startsWith('<') ? null : 'not XML';
}

/** The defect of a refusal; null for none. */
export function refusalProblem(answer: Answer, statuses: readonly number[]): string | null {
  if (!statuses.includes(answer.status)) return `answered ${answer.status}, not ${statuses.join(' or ')}`;
  const read = v.safeParse(errorBodySchema, answer.json);
  if (!read.success) return 'not in the shape {"error": {code, message, display_message, fields}}';
  return isErrorCode(read.output.error.code) ? null : `the code ${read.output.error.code} is not one of the list`;
}

/** The data of a success. Throws where its shape differs, which fails the check. */
export function dataOf<Schema extends v.GenericSchema>(answer: Answer, schema: Schema): v.InferOutput<Schema> {
  return v.parse(v.object({ data: schema }), answer.json).data;
}
