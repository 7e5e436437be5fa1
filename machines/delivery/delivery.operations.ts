import type { Json } from '#contract/json.ts';
import { type Answered, isUnanswered, type ApiResult } from '#contract/api-result.ts';
import { type BoundMutation, bind } from '#contract/resources/bind.ts';
import { maybeCreated, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeliveryResult, PreflightRead } from '#contract/delivery-result.ts';
import { nextWaitMs } from './backoff.ts';
import { classify, classifyRead, type FinalMeaning, isCreate } from './classify.ts';
import type { Claimed, DeliveryContext, PlannedResult } from './delivery.types.ts';

/** How often a record is read again because somebody else has changed it, before the entry waits. */
const mostRereads = 3;

/**
 * Whether an entry is sent without a preflight read. A fresh save is sent under the tag of the cached state, in one round trip. So is a create
 * that can't have been applied, however old it is, unless its record is recognised by its values: then what looks like it is searched for
 * first. And so is a create that a person wants to be sent again.
 */
export function goesStraight(claim: Claimed): boolean {
  if (claim.kind !== 'claimed') return false;
  if (claim.entry.isRepeatDecided) return true;
  if (claim.entry.mayHaveBeenApplied || claim.isToBeDeleted) return false;
  if (isCreate(claim.entry.mutation)) return searchOf(claim.entry) === null;
  return !claim.waited && claim.ifMatch !== null && claim.attempts === 0;
}

/** For a create that can't have been applied: takes what a search before it is sent has found. Null: nothing is searched for. */
export function searchOf(entry: OutboxEntry): BoundMutation['baseAfterSearch'] {
  return entry.mayHaveBeenApplied ? null : (bind(entry)?.baseAfterSearch ?? null);
}

/** A preflight read with the revision of the cache at the claim. */
export function readAt({ revision }: Pick<DeliveryContext, 'revision'>, answered: Answered<Json>): PreflightRead {
  return { ...answered, expectedRevision: revision };
}

/** The result after a preflight read; null where the entry may be sent. */
export function planAfterRead(context: DeliveryContext, result: ApiResult<Json>): PlannedResult | null {
  if (!context.entry) return null;
  // A search that the API refuses must not keep the record from being created.
  const isOptional = searchOf(context.entry) !== null && !context.isToBeDeleted;
  if (result.kind !== 'answered') {
    const meaning = classifyRead(result, context.entry.mutation, bind(context.entry)?.isReadByRecord ?? false);
    return isOptional && meaning.kind === 'rejected' ? null : resultOf(meaning, context);
  }
  const comparison = bind(context.entry)?.compare(result.data, { ...context.entry, pagination: result.pagination });
  switch (comparison?.kind) {
    case 'send':
      // An indeterminate create is sent again, since an earlier request may still arrive: its key makes it happen once, before the delete.
      return context.isToBeDeleted && !context.entry.mayHaveBeenApplied ? { kind: 'notNeeded' } : null;
    case 'done':
      return { kind: 'applied', answer: null, ifMatch: null, read: readAt(context, result) };
    case 'conflict': {
      const theirs = Object.fromEntries(comparison.fields.map((field) => [field.key, field.theirs]));
      return { kind: 'conflict', error: { code: 'conflict', message: '', fields: {}, theirs }, read: readAt(context, result) };
    }
    // Somebody has deleted the record.
    case 'gone':
      return { kind: 'conflict', error: { code: 'gone', message: '', fields: {} }, read: readAt(context, result) };
    case 'unknown':
      return { kind: 'rejected', error: { code: maybeCreated, message: '', fields: {} } };
    case 'unreadable':
    // This version can't read the entry.
    case undefined:
      return isOptional ? null : fault('unreadable');
  }
}

/** The result after a send; null: read again. */
export function planAfterSend(context: DeliveryContext, result: ApiResult<Json>): PlannedResult | null {
  if (!context.entry) return null;
  if (result.kind === 'answered') return { kind: 'applied', answer: result, ifMatch: context.ifMatch, read: context.read };
  const meaning = classify(result, context.entry.mutation);
  if (meaning.kind === 'reread')
    return context.rereads < mostRereads ? null : { kind: 'indeterminate', waitMs: null, error: meaning.error };
  if (meaning.kind === 'indeterminate' && isServerTrouble(context, result))
    return { kind: 'indeterminate', waitMs: null, error: { ...meaning.error, code: 'unreadable_answer' } };
  return resultOf(meaning, context);
}

/** Whether a page came in place of the answer although the API has just answered our read: then the server has trouble, and no captive portal is in the way. */
function isServerTrouble({ read }: DeliveryContext, result: ApiResult<Json>): boolean {
  return read !== null && result.kind === 'foreign' && isUnanswered(result);
}

/** Rejects an entry whose delivery threw: it would throw again. */
export function fault(message: string): PlannedResult {
  return { kind: 'rejected', error: { code: 'fault', message, fields: {} } };
}

function resultOf(meaning: FinalMeaning, context: DeliveryContext): PlannedResult {
  switch (meaning.kind) {
    case 'applied':
      return { kind: 'applied', answer: null, ifMatch: null, read: context.read };
    case 'indeterminate':
      return { ...meaning, waitMs: null };
    case 'conflict':
      return { ...meaning, read: context.read };
    default:
      return meaning;
  }
}

/** Turns a wait into a time. `now` in ms since the epoch, `random` 0 to 1, `attempts` with the one just made. */
export function deliveryResultOf(planned: PlannedResult, attempts: number, now: number, random: number): DeliveryResult {
  if (!('waitMs' in planned)) return planned;
  const { waitMs, ...result } = planned;
  return { ...result, at: now + nextWaitMs(waitMs, attempts, random) };
}
