import type * as v from 'valibot';
import type { ErrorCode } from '../errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Schema = v.GenericSchema<unknown, unknown>;

/** The facts about every call of the table, whether or not its shapes are defined yet. */
export interface CallRow {
  readonly name: string;
  readonly method: Method;
  /** Relative to the API's base; parameters in braces. */
  readonly path: string;
  /** The record that it is about, in kebab case; for a resource's calls the resource's name, which a test checks. */
  readonly entity: string;
  /** `none`: answers without a bearer token. */
  readonly auth: 'none' | 'bearer';
  /** Whether it may wait in the outbox. Reads, and calls that make sense only online, may not. */
  readonly waits: boolean;
  /** Not in the spec: the console works without it where an API does not have it. */
  readonly extension?: boolean;
}

/** A call with its shapes: the server validates with them, the client's types derive from them, and OpenAPI is generated from them. */
export interface Call<
  Path extends string = string,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
> extends CallRow {
  readonly path: Path;
  readonly summary: string;
  readonly query?: Query;
  /** For a multipart call: its fields besides the files. */
  readonly body?: Body;
  /** The encoding of the body; JSON by default. */
  readonly encoding?: 'json' | 'multipart';
  /** The shape of `data` in the answer; for a raw answer, of the body itself. */
  readonly answer: Answer;
  /** The media type of an answer that is plain text, without `data` around it. A refusal is JSON all the same. */
  readonly raw?: 'application/xml' | 'text/csv';
  /** A list with `pagination` beside `data`. */
  readonly paginated?: boolean;
  readonly success?: 200 | 201 | 202;
  /** The error codes of this call, besides those that every call may answer (`commonErrors`). */
  readonly errors: readonly ErrorCode[];
}

/** Codes that any call may answer. */
export const commonErrors: readonly ErrorCode[] = ['bad_request', 'request_timeout', 'too_many_requests', 'internal_error', 'unavailable'];

export type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never;

export type ParamsOf<C extends CallRow> = { readonly [K in ParamName<C['path']>]: string };
/** For a call that is chosen at run time, as a mutation's is: the code that chose it checks its types. */
type OfAnyCall<C, Wide> = C extends { path: infer Path } ? (string extends Path ? Wide : undefined) : undefined;
export type QueryOf<C> = C extends { query: infer Q extends Schema }
  ? v.InferInput<Q>
  : OfAnyCall<C, Readonly<Record<string, string | number>>>;
export type BodyOf<C> = C extends { body: infer B extends Schema } ? v.InferInput<B> : OfAnyCall<C, unknown>;
export type AnswerOf<C> = C extends { answer: infer A extends Schema } ? v.InferOutput<A> : never;

/** Declares a call with its shapes; keeps the literal types that the client and the server derive from it. */
export function call<const C extends Call>(declaration: C): C {
  return declaration;
}

/** Declares an address without shapes, such as one for those who operate a server. */
export function row(name: string, method: Method, path: string, entity: string, waits = method !== 'GET'): CallRow {
  return { name, method, path, entity, auth: 'bearer', waits };
}

/** True for a call with shapes, which the reference API therefore serves. */
export function isServed(entry: CallRow): entry is Call {
  return 'answer' in entry;
}

/** Puts parameters into a path, each percent-encoded. Throws RangeError where one is missing, which is a defect in the code. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new RangeError(`path ${path} has no value for ${name}`);
    return encodeURIComponent(value);
  });
}
