import type { HonoRequest } from 'hono';
import { type BodyLimits, readBody } from './read-body.ts';
import { type Failure, fail } from './reply.ts';

const maxDepth = 64;

export type BodyReading = { readonly kind: 'body'; readonly text: string; readonly json: unknown } | Failure;

/** Reads a JSON body strictly: its size and pace, its type, its encoding, its depth and its grammar. */
export async function readJson(request: HonoRequest, limits: BodyLimits): Promise<BodyReading> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/u.test(type)) {
    return fail('unsupported_media_type', 'Send the body as application/json.');
  }
  const malformed = fail('bad_request', 'The body is not valid JSON.');
  try {
    const read = await readBody(request.raw, limits);
    if (read.kind === 'failure') return read;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(read.bytes);
    if (depthOf(text) > maxDepth) return fail('bad_request', `The body is nested deeper than ${maxDepth} levels.`);
    return { kind: 'body', text, json: JSON.parse(text) };
  } catch {
    // Not UTF-8, not JSON, or the client went away in the middle of it.
    return malformed;
  }
}

/** The client went away in the middle of its body; Node gives this the code that a lost database connection has too. */
export function isClientGone(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
}

/** Nesting is counted on the text: validators walk the value recursively, and a deep one would exhaust the stack. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (quoted) {
      if (char === '\\') i += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '[' || char === '{') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return deepest;
}
