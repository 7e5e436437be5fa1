import type { Json } from '#contract/json.ts';
import type { Answered, Outcome } from '#contract/outcome.ts';
import type { ReadOnTheWay, Settlement } from '#contract/settlement.ts';
import { retryWaitMs, toldMs } from './backoff.ts';
import { classify, classifyRead, isCreate, type Verdict } from './classify.ts';
import { compareRow } from './compare.ts';
import type { Claimed, DeliveryContext, Finding } from './delivery.types.ts';

/** Somebody who keeps changing the thing between our read and our send makes us wait. */
const mostRereads = 3;

/**
 * A fresh save of an unchanged base goes at once, under the tag of what the cache shows: one round trip. So does a create
 * whose outcome is not in doubt, however long it waited.
 */
export function goesStraight(claim: Claimed): boolean {
  if (claim.kind !== 'claimed' || claim.before.status !== 'queued') return false;
  return isCreate(claim.row.command) || (!claim.waited && claim.ifMatch !== null && claim.before.attempts === 0);
}

/** A reading, with how far the cache was when the row was claimed. */
export function readAt({ revision }: Pick<DeliveryContext, 'revision'>, answered: Answered<Json>): ReadOnTheWay {
  return { ...answered, seen: revision };
}

/** What the read came to: a finding, or null where the row may be sent. */
export function judgeRead(context: DeliveryContext, outcome: Outcome<Json>): Finding | null {
  if (!context.row) return null;
  if (outcome.kind !== 'answered') return findingOf(classifyRead(outcome, context.row.command, context.before), context);
  const comparison = compareRow(context.row, outcome.data);
  switch (comparison.kind) {
    case 'send':
      return null;
    case 'done':
      return { kind: 'done', answer: null, ifMatch: null, read: readAt(context, outcome) };
    case 'conflict':
      return { kind: 'conflict', error: comparison.error, read: readAt(context, outcome) };
    case 'unreadable':
      return fault('unreadable');
  }
}

/** What the send came to; null: read again. */
export function judgeSend(context: DeliveryContext, outcome: Outcome<Json>): Finding | null {
  if (!context.row) return null;
  if (outcome.kind === 'answered') return { kind: 'done', answer: outcome, ifMatch: context.ifMatch, read: context.read };
  const verdict = classify(outcome, context.row.command);
  if (verdict.kind !== 'reread') return findingOf(verdict, context);
  return context.rereads < mostRereads ? null : { kind: 'retry', waitMs: null, error: { code: 'conflict', message: '', fields: {} } };
}

/** A row that makes its own sender fail is shown to a person; it would fail again. */
export function fault(message: string): Finding {
  return { kind: 'parked', error: { code: 'fault', message, fields: {} } };
}

function findingOf(verdict: Verdict, context: DeliveryContext): Finding | null {
  switch (verdict.kind) {
    case 'done':
      return { kind: 'done', answer: null, ifMatch: null, read: context.read };
    case 'unknown':
      return { kind: 'unknown', waitMs: null, error: verdict.error };
    case 'conflict':
      return { ...verdict, read: context.read };
    case 'reread':
      return null;
    case 'expired':
      return { ...verdict, before: context.before };
    case 'retry':
      // An earlier attempt may have arrived all the same: it is looked for again.
      return context.before === 'unknown' ? { ...verdict, kind: 'unknown' } : verdict;
    default:
      return verdict;
  }
}

/** Turns a wait into a time. `now` in ms since the epoch, `random` 0 to 1, `attempts` with the one just made. */
export function settlementOf(finding: Finding, attempts: number, now: number, random: number): Settlement {
  if (!('waitMs' in finding)) return finding;
  const wait = finding.waitMs === null ? retryWaitMs(attempts, random) : toldMs(finding.waitMs);
  return { kind: finding.kind, at: now + wait, error: finding.error };
}
