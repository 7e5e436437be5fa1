import { type ApiResult, isProblem, type Problem } from '#contract/api-result.ts';
import type { Call } from '#contract/calls/define.ts';
import type { FieldMessages } from '#contract/errors.ts';
import type { MutationKind, Target } from '#contract/outbox-entry.ts';
import { newId } from '#db/new-id.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { nextWaitMs } from '#machines/delivery/backoff.ts';
import { classify } from '#machines/delivery/classify.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import type { CallOptions, Credentials } from '#src/io/call-options.ts';
import type { ReadParts } from './source-parts.ts';

export interface UnstoredParts extends ReadParts {
  /** Of the user who is signed in at this moment. */
  readonly credentials: () => Credentials | null;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
  /** 0 to 1, for the jitter of back-off. */
  readonly random?: () => number;
}

/** The user who has pressed Save. Every call of the save uses these credentials. */
export interface SaveOwner {
  readonly userId: string;
  readonly credentials: Credentials;
  /** Aborts once a person has waited long enough at the button. */
  readonly limit: AbortSignal;
}

export interface UnstoredFailure {
  readonly kind: 'failed';
  readonly message: string;
  readonly fields: FieldMessages;
  /** It was sent, and may have been applied. */
  readonly isIndeterminate?: true;
}

/** How long a person waits at the button: for earlier changes of the same record, and for an answer. ms. */
const patienceMs = 10_000;
/** How often a save is repeated because somebody else changed the same record between its read and its send. */
const maxRereads = 3;

const offlineMessage = "This can't be saved offline. Save it again once you are back online.";
const signedOutMessage = 'You have signed out. Nothing was sent.';

export const failed = (message: string): UnstoredFailure => ({ kind: 'failed', message, fields: {} });

function failedBy(problem: Problem): UnstoredFailure {
  return { kind: 'failed', message: problemMessage(problem), fields: problem.kind === 'refused' ? problem.fields : {} };
}

/** Who sends a save that must not wait; or why it can't be sent now. */
export function ownerNow({ user, credentials, isOffline, timeout }: UnstoredParts): SaveOwner | UnstoredFailure {
  const known = credentials();
  if (known === null) return failed(signedOutMessage);
  if (isOffline()) return failed(offlineMessage);
  return { userId: user().userId, credentials: known, limit: (timeout ?? ((ms) => AbortSignal.timeout(ms)))(patienceMs) };
}

type UnstoredOptions = Required<Pick<CallOptions<Call>, 'idempotencyKey' | 'credentials'>> & Pick<CallOptions<Call>, 'ifMatch'>;

interface UnstoredCall<Data> {
  readonly mutation: MutationKind;
  /** The key of every attempt: the same for the same press of Save. */
  readonly idempotencyKey?: string;
  readonly send: (options: UnstoredOptions) => Promise<ApiResult<Data>>;
  /** The tag of the record's cached state, which is sent as `If-Match`. */
  readonly tag?: () => Promise<string | null>;
  /** Somebody else has changed the record. Null: it is read again, and the next attempt has the new tag. Absent: that is a refusal. */
  readonly reread?: () => Promise<Problem | null>;
  /** Message after several rereads. */
  readonly changingMessage?: string;
  /** Asked before the next attempt where the last one may have been applied. Null: it was not. */
  readonly findApplied?: () => Promise<{ readonly data: Data } | UnstoredFailure | null>;
}

/**
 * Sends one change without storing it, by the rules of the outbox. Every call uses the credentials from when the save began, as a delivery
 * does (`sendAsOwner`), and none is made once another user is signed in.
 */
export async function sendUnstored<Data>(
  { isCurrentUser, random = Math.random }: UnstoredParts,
  { userId, credentials, limit }: SaveOwner,
  { mutation, idempotencyKey = newId(), send, tag, reread, changingMessage = '', findApplied }: UnstoredCall<Data>,
): Promise<{ readonly kind: 'saved'; readonly data: Data } | UnstoredFailure> {
  for (let [attempts, rereads] = [1, 0]; ; attempts += 1) {
    const ifMatch = (await tag?.()) ?? null;
    // Right before the call, since another user may have signed in meanwhile.
    if (!isCurrentUser(userId)) return failed(signedOutMessage);
    const result = await send({ idempotencyKey, credentials, ...(ifMatch === null ? {} : { ifMatch }) });
    if (!isProblem(result)) return { kind: 'saved', data: result.data };
    const meaning = classify(result, mutation);
    if (meaning.kind === 'reread' && reread) {
      rereads += 1;
      if (rereads > maxRereads) return failed(changingMessage);
      const problem = await reread();
      if (problem) return failedBy(problem);
      continue;
    }
    if (meaning.kind !== 'notApplied' && meaning.kind !== 'indeterminate') return failedBy(result);
    const outcome = meaning.kind === 'indeterminate' ? ({ isIndeterminate: true } as const) : {};
    const requestedMs = meaning.kind === 'notApplied' ? meaning.waitMs : null;
    if (!(await hasWaited(nextWaitMs(requestedMs, attempts, random()), limit))) return { ...failedBy(result), ...outcome };
    const applied = outcome.isIndeterminate ? ((await findApplied?.()) ?? null) : null;
    if (applied !== null) return 'kind' in applied ? { ...applied, ...outcome } : { kind: 'saved', data: applied.data };
  }
}

/** Waits until nothing is pending for a record. A rejected entry blocks nothing; one in conflict waits for a person. */
export function isFirst(store: ClientStore, { userId, limit }: SaveOwner, target: Target): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (is: boolean) => {
      limit.removeEventListener('abort', giveUp);
      // The first answer may come before `watch` has returned.
      queueMicrotask(() => stop());
      resolve(is);
    };
    const giveUp = () => finish(false);
    const stop = store.watch.entriesOf(userId, [target], (entries) => {
      const ahead = entries.map(({ status }) => status);
      if (ahead.includes('conflict')) finish(false);
      else if (ahead.every((status) => status === 'rejected')) finish(true);
    });
    limit.addEventListener('abort', giveUp);
  });
}

/** False where the wait would be longer than a person's, or `limit` ended it. */
function hasWaited(ms: number, limit: AbortSignal): Promise<boolean> {
  if (limit.aborted || ms > patienceMs) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(true), ms);
    const giveUp = () => finish(false);
    const finish = (is: boolean) => {
      clearTimeout(timer);
      limit.removeEventListener('abort', giveUp);
      resolve(is);
    };
    limit.addEventListener('abort', giveUp);
  });
}
