import type { Problem, Refused } from '#contract/api-result.ts';
import type { EntryError, MutationKind } from '#contract/outbox-entry.ts';

/**
 * What an answer means for the entry. `waitMs` null: back off; else the wait that the server asked for. `holdsOutbox`: the wait applies to every
 * call. `isPartial`: earlier calls of the same change were applied.
 */
export type AnswerMeaning =
  | { readonly kind: 'applied' }
  /** Somebody else changed the record: read and compare. */
  | { readonly kind: 'reread'; readonly error: EntryError }
  | {
      readonly kind: 'notApplied';
      readonly waitMs: number | null;
      readonly holdsOutbox: boolean;
      readonly error: EntryError;
      readonly isPartial?: true;
    }
  | { readonly kind: 'indeterminate'; readonly error: EntryError }
  | { readonly kind: 'authRequired'; readonly error: EntryError; readonly isPartial?: true }
  | { readonly kind: 'rejected'; readonly error: EntryError }
  | { readonly kind: 'conflict'; readonly error: EntryError };

/** Whether it puts a new record on the server, which has nothing to compare it with. */
export function isCreate(mutation: MutationKind): boolean {
  return mutation === 'create' || mutation === 'upload';
}

/** A meaning that ends the attempt. */
export type FinalMeaning = Exclude<AnswerMeaning, { readonly kind: 'reread' }>;

/** The meaning of a failed preflight read, which changes nothing on the server. `isOfRecord`: the record itself was read, and no list. */
export function classifyRead(problem: Problem, mutation: MutationKind, isOfRecord: boolean): FinalMeaning {
  const meaning = classify(problem, mutation);
  if (meaning.kind === 'indeterminate' || meaning.kind === 'reread') return backOff(meaning.error);
  // A missing list does not mean that the record is deleted.
  return meaning.kind === 'applied' && !isOfRecord ? backOff(errorOf(problem)) : meaning;
}

function backOff(error: EntryError): FinalMeaning {
  return { kind: 'notApplied', waitMs: null, holdsOutbox: false, error };
}

/** Classifies every result of a send but success; the rows of the table in docs/offline.md. */
export function classify(problem: Problem, mutation: MutationKind): AnswerMeaning {
  switch (problem.kind) {
    // An intermediary may have passed the request on to the API before it answered in its place.
    case 'foreign':
    case 'noAnswer':
    case 'aborted':
      return { kind: 'indeterminate', error: errorOf(problem) };
    case 'notStarted':
      return backOff(errorOf(problem));
    case 'refused':
      return classifyRefusal(problem, mutation);
  }
}

function classifyRefusal(refused: Refused, mutation: MutationKind): AnswerMeaning {
  const error = errorOf(refused);
  const { status, code, retryAfterMs } = refused;
  const partial = refused.isPartial ? ({ isPartial: true } as const) : {};
  if (status === 401) return { kind: 'authRequired', error, ...partial };
  // Holds the outbox even without a wait: other calls would be too many as well.
  if (status === 429) return { kind: 'notApplied', waitMs: retryAfterMs, holdsOutbox: true, error, ...partial };
  if (status === 503 && retryAfterMs !== null) return { kind: 'notApplied', waitMs: retryAfterMs, holdsOutbox: true, error, ...partial };
  if (refused.isPartial) return { kind: 'indeterminate', error };
  // An earlier send with the same key may be creating the record now, so that a read comes before the next send.
  if (isCreate(mutation) && status === 409) return { kind: 'indeterminate', error };
  // The collection is gone, or the API has no such call: another attempt would fail too.
  if (isCreate(mutation) && (status === 404 || status === 412)) return { kind: 'rejected', error };
  // 404 means that a delete is done already, and that an update has no record.
  if (status === 404 && code === 'not_found') {
    return mutation === 'delete' ? { kind: 'applied' } : { kind: 'conflict', error: { ...error, code: 'gone' } };
  }
  if (status === 409 || status === 412) return { kind: 'reread', error };
  // Another attempt would fail too.
  if (code === 'not_implemented') return { kind: 'rejected', error };
  // The server may have failed after it applied the change.
  if (status === 408 || status === 425 || status >= 500) return { kind: 'indeterminate', error };
  return { kind: 'rejected', error };
}

/** A problem as its entry stores it. Codes besides the API's: offline, no_code, foreign, no_answer, gone, unreadable_answer. */
function errorOf(problem: Problem): EntryError {
  switch (problem.kind) {
    case 'refused':
      return { code: problem.code, status: problem.status, message: cut(problem.message), fields: cutFields(problem.fields) };
    case 'foreign':
      return { code: 'foreign', status: problem.status, message: '', fields: {} };
    case 'notStarted':
      return { code: problem.reason === 'code' ? 'no_code' : 'offline', message: '', fields: {} };
    case 'noAnswer':
    case 'aborted':
      return { code: 'no_answer', message: '', fields: {} };
  }
}

/** Limits of a stored error: it is read with its entry each time. */
const mostCharacters = 1_000;
const mostFields = 100;

function cut(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}

function cutFields(fields: Refused['fields']): EntryError['fields'] {
  const first = Object.entries(fields).slice(0, mostFields);
  return Object.fromEntries(first.map(([key, text]) => [key, cut(text)]));
}
