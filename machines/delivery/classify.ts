import type { Outcome, Problem, Refused } from '#contract/outcome.ts';
import type { CommandName, RowError } from '#contract/queue.ts';

/** What an answer means for the row. `waitMs` null: back off; else as the server told. */
export type Verdict =
  | { readonly kind: 'done' }
  /** Somebody else changed the thing: read and compare. */
  | { readonly kind: 'reread' }
  | { readonly kind: 'retry'; readonly waitMs: number | null; readonly error: RowError }
  | { readonly kind: 'unknown'; readonly error: RowError }
  | { readonly kind: 'expired'; readonly error: RowError }
  | { readonly kind: 'parked'; readonly error: RowError }
  | { readonly kind: 'conflict'; readonly error: RowError };

/** What 404 means depends on what was asked: an update found nothing, a delete found its work done. */
const effects: { readonly [Name in CommandName]: 'create' | 'update' | 'delete' } = {
  'settings.save': 'update',
  'files.upload': 'create',
};

/** A fresh create has nothing to be compared with. */
export function isCreate(command: CommandName): boolean {
  return effects[command] === 'create';
}

/** Judges the answer to a row that was sent; the rows of the table in docs/offline.md. */
export function classify(outcome: Outcome<unknown>, command: CommandName): Verdict {
  return outcome.kind === 'answered' ? { kind: 'done' } : classifyProblem(outcome, command);
}

/** Judges a read before sending: nothing was started, so an absent answer leaves the row as it stood. */
export function classifyRead(problem: Problem, command: CommandName, before: 'queued' | 'unknown'): Verdict {
  const verdict = classifyProblem(problem, command);
  if (verdict.kind === 'unknown' || verdict.kind === 'reread') {
    const { error } = verdict.kind === 'unknown' ? verdict : { error: errorOf(problem) };
    return before === 'unknown' ? { kind: 'unknown', error } : { kind: 'retry', waitMs: null, error };
  }
  if (verdict.kind === 'retry' && before === 'unknown' && verdict.waitMs === null) return { kind: 'unknown', error: verdict.error };
  return verdict;
}

function classifyProblem(problem: Problem, command: CommandName): Verdict {
  switch (problem.kind) {
    case 'noAnswer':
    case 'aborted':
      return { kind: 'unknown', error: errorOf(problem) };
    case 'notStarted':
      return { kind: 'retry', waitMs: null, error: errorOf(problem) };
    case 'foreign':
      return { kind: 'retry', waitMs: problem.retryAfterMs, error: errorOf(problem) };
    case 'refused':
      return classifyRefusal(problem, command);
  }
}

function classifyRefusal(refused: Refused, command: CommandName): Verdict {
  const error = errorOf(refused);
  const { status, code, retryAfterMs } = refused;
  if (status === 401) return { kind: 'expired', error };
  // Perhaps it is being made at this moment, by an earlier send of the same key: looked for before it is sent again.
  if (isCreate(command) && status === 409) return { kind: 'unknown', error };
  // Where it would be made is gone, or the API does not have the call: it would not be taken next time either.
  if (isCreate(command) && (status === 404 || status === 412)) return { kind: 'parked', error };
  if (status === 404 && code === 'not_found') {
    return effects[command] === 'delete' ? { kind: 'done' } : { kind: 'conflict', error: { ...error, code: 'gone' } };
  }
  if (status === 409 || status === 412) return { kind: 'reread' };
  // It will not be there next time either.
  if (code === 'not_implemented') return { kind: 'parked', error };
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return { kind: 'retry', waitMs: retryAfterMs, error: retryAfterMs === null ? error : { ...error, code: 'told_to_wait' } };
  }
  return { kind: 'parked', error };
}

/** A problem as the sync centre keeps it. Codes besides the API's: offline, foreign, no_answer, told_to_wait, gone. */
export function errorOf(problem: Problem): RowError {
  switch (problem.kind) {
    case 'refused':
      return { code: problem.code, message: problem.message, fields: { ...problem.fields } };
    case 'foreign':
      return { code: 'foreign', message: '', fields: {} };
    case 'notStarted':
      return { code: 'offline', message: '', fields: {} };
    case 'noAnswer':
    case 'aborted':
      return { code: 'no_answer', message: '', fields: {} };
  }
}
