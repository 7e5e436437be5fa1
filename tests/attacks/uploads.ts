import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { errorBodySchema } from '#contract/errors.ts';
import { multipart } from '#server/testing/uploads.ts';
import type { Api } from '../support/api.ts';

export interface UploadAnswer {
  /** Null: no answer, or none in time. */
  readonly status: number | null;
  /** The API's code of a refusal. */
  readonly code: string | null;
  readonly ms: number;
}

export type Upload = () => Promise<UploadAnswer>;

/** Sends the same files again and again, each time as a new upload. */
export async function uploadOf(
  origin: string,
  { token }: Pick<Api, 'token'>,
  files: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[],
  { websiteId = '1', answerMs = 60_000 }: { readonly websiteId?: string; readonly answerMs?: number } = {},
): Promise<Upload> {
  const { body, type } = await multipart(files, {});
  return async () => {
    const start = performance.now();
    try {
      const answer = await fetch(`${origin}/api/websites/${websiteId}/files`, {
        ...{ method: 'POST', body, signal: AbortSignal.timeout(answerMs) },
        headers: { authorization: `Bearer ${token}`, 'content-type': type, 'idempotency-key': randomUUID() },
      });
      const text = await answer.text();
      return { status: answer.status, code: answer.ok ? null : codeOf(text), ms: performance.now() - start };
    } catch {
      return { status: null, code: null, ms: Number.POSITIVE_INFINITY };
    }
  };
}

function codeOf(text: string): string | null {
  try {
    const error = v.safeParse(errorBodySchema, JSON.parse(text));
    return error.success ? error.output.error.code : null;
  } catch {
    return null;
  }
}

/** The results of the requests, for a person: by error code where there is one, else by status. */
export function endingsOf(answers: readonly UploadAnswer[]): string {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) {
    const ending = code ?? String(status ?? 'no answer');
    counts[ending] = (counts[ending] ?? 0) + 1;
  }
  return Object.entries(counts)
    .map(([ending, count]) => `${ending}: ${count}`)
    .join(', ');
}
