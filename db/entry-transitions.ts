import { type Json, toJson } from '#contract/json.ts';
import { asksWhetherCreated, confirmationRequired, type EntryError, lastSaveOf, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import * as v from 'valibot';
import { recordVersion } from './migrate-entry.ts';

/*
 * Every change of an outbox entry, as a function from an entry to its next state. They read and write no store: `outbox-writes.ts` stores what
 * they return. What one entry takes over from another is in `merge-entries.ts`. No other file spreads an entry (`tests/architecture.test.ts`).
 *
 * | from | to | by |
 * |---|---|---|
 * | none | pending | `freshEntry` |
 * | pending, indeterminate | sending | `claimed` |
 * | sending | pending or indeterminate | `notApplied` |
 * | sending | indeterminate | `indeterminate`, `interrupted`, `readAgain` |
 * | sending | rejected | `refused` |
 * | sending | conflict | `inConflict` |
 * | any but sending | rejected, and pending again | `rejectedHere`, `freed` |
 * | rejected, conflict | pending or indeterminate | `triedAgain`, `retried` |
 * | any | the same | all others: another body, base, place, dependency or due time |
 */

export type NewEntry = Omit<OutboxEntry, 'seq'>;
type Fields = Readonly<Record<string, Json>>;

/** The fields of an entry that its save provides; the outbox sets the rest. */
type EntryContent = Pick<
  OutboxEntry,
  'userId' | 'accountId' | 'websiteId' | 'resource' | 'mutation' | 'target' | 'dependsOn' | 'body' | 'base' | 'fileIds'
> &
  Partial<Pick<OutboxEntry, 'maybeOurs' | 'maybeApplied' | 'joined'>>;

/** What numbers and dates new entries. */
export interface EntrySource {
  readonly appVersion: string;
  readonly newId: () => string;
  readonly now: () => number;
  /** The place of the save among all of this device, where it has one: ms since the epoch. */
  readonly order?: number | undefined;
}

/** An entry that was never sent, under a new id; the store numbers it. `content` may be an entry, of which the other fields are ignored. */
export function freshEntry({ appVersion, newId, now, order }: EntrySource, content: EntryContent): NewEntry {
  const createdAt = now();
  return {
    opId: newId(),
    userId: content.userId,
    accountId: content.accountId,
    websiteId: content.websiteId,
    recordVersion,
    appVersion,
    resource: content.resource,
    mutation: content.mutation,
    target: content.target,
    dependsOn: content.dependsOn,
    body: content.body,
    base: content.base,
    fileIds: content.fileIds,
    status: 'pending',
    attempts: 0,
    mayHaveBeenApplied: false,
    troubles: 0,
    maybeOurs: content.maybeOurs ?? {},
    maybeApplied: content.maybeApplied ?? [],
    nextAttemptAt: null,
    lastError: null,
    createdAt,
    ...(order === undefined || order === createdAt ? {} : { changedAt: order }),
    ...(content.joined ? { joined: content.joined } : {}),
  };
}

/** Pending or indeterminate → sending: its request follows. `until`: how long another tab leaves it to this one, ms since the epoch. */
export function claimed(entry: OutboxEntry, base: Fields, until: number): OutboxEntry {
  return { ...entry, base, status: 'sending', attempts: entry.attempts + 1, nextAttemptAt: until, lastError: null };
}

/** Sending → as before its attempt, which was not applied. `at`: when it is due, ms since the epoch. `isTrouble`: the attempt counts as failed. */
export function notApplied(entry: OutboxEntry, lastError: EntryError, at: number | null, isTrouble: boolean): OutboxEntry {
  const troubles = isTrouble ? entry.troubles + 1 : entry.troubles;
  return { ...entry, status: statusBefore(entry), troubles, nextAttemptAt: at, lastError };
}

/** Sending → indeterminate: the outcome of its attempt is not known. */
export function indeterminate(entry: OutboxEntry, lastError: EntryError, at: number | null): OutboxEntry {
  return { ...interrupted(entry), troubles: entry.troubles + 1, nextAttemptAt: at, lastError };
}

/** Sending → indeterminate: the tab that sent it has ended. */
export function interrupted(entry: OutboxEntry): OutboxEntry {
  return { ...maybeApplied(attempted(entry)), status: 'indeterminate', nextAttemptAt: null };
}

/** Sending → indeterminate and due: it was applied, and what was created has to be read again. */
export function readAgain(entry: OutboxEntry): OutboxEntry {
  return { ...entry, status: 'indeterminate', nextAttemptAt: null };
}

/** Sending → rejected by the server: a person decides. */
export function refused(entry: OutboxEntry, lastError: EntryError): OutboxEntry {
  return { ...rejectedHere(attempted(entry), lastError), troubles: 0 };
}

/** Not sending → rejected by this device: what it names is not there. */
export function rejectedHere<Entry extends NewEntry>(entry: Entry, lastError: EntryError): Entry {
  return { ...entry, status: 'rejected', nextAttemptAt: null, lastError };
}

/** Rejected → pending: what it was rejected for is there again. */
export function freed(entry: OutboxEntry): OutboxEntry {
  return { ...entry, status: 'pending', nextAttemptAt: null, lastError: null };
}

/** Sending → conflict: theirs and ours differ, and a person chooses. `lastError.theirs`: the fields that they are asked about. */
export function inConflict(entry: OutboxEntry, lastError: EntryError): OutboxEntry {
  return { ...entry, status: 'conflict', troubles: 0, nextAttemptAt: null, lastError };
}

/** Conflict → conflict about fewer fields: a person or a newer save has decided the others, or they were joined. */
export function stillAsked(entry: OutboxEntry, patch: Patch<Json>, lastError: EntryError, theirs: Fields): OutboxEntry {
  return { ...entry, ...patch, lastError: { ...lastError, theirs } };
}

/**
 * Rejected or conflict → due again, because a person retries it, with the same key and body. Where the server may have it, a read comes first,
 * unless the person was asked because no read shows it. Where the server has asked a question, the retry is its answer.
 */
export function retried(entry: OutboxEntry): OutboxEntry {
  const repeat = asksWhetherCreated(entry) ? ({ isRepeatDecided: true } as const) : {};
  const asked = entry.lastError?.code === confirmationRequired ? v.safeParse(v.looseObject({}), entry.body) : null;
  const body = asked?.success ? toJson({ ...asked.output, confirmed: true }) : entry.body;
  return { ...triedAgain(entry), ...repeat, body };
}

/** The same because a person retries another one that waits for it. That decides no question about this entry. */
export function triedAgain(entry: OutboxEntry): OutboxEntry {
  return { ...entry, status: statusBefore(entry), troubles: 0, nextAttemptAt: null, lastError: null };
}

/** Ends the wait for the next attempt. */
export function dueNow(entry: OutboxEntry): OutboxEntry {
  return { ...entry, nextAttemptAt: null };
}

/** From now on no code may assume that the server does not have it: an attempt may have been applied, or a part of it was. */
export function maybeApplied<Entry extends NewEntry>(entry: Entry): Entry {
  return { ...entry, mayHaveBeenApplied: true };
}

const statusBefore = (entry: OutboxEntry) => (entry.mayHaveBeenApplied ? 'indeterminate' : 'pending');

/** A decision to send it without a read was for one attempt alone, which has ended. */
function attempted({ isRepeatDecided: _, ...entry }: OutboxEntry): OutboxEntry {
  return entry;
}

/** With another body or base, which no attempt has used, or that is only looked at. `patch` null: as it is. */
export function patched<Entry extends Pick<OutboxEntry, 'body'>>(
  entry: Entry,
  patch: Partial<Pick<OutboxEntry, 'body' | 'base' | 'maybeOurs'>> | null | undefined,
): Entry {
  return { ...entry, ...patch };
}

/** With another base, by the rules of `base.ts`. */
export function rebased(entry: OutboxEntry, base: Fields): OutboxEntry {
  return { ...entry, base };
}

/** Under the id that the server gave its record. */
export function retargeted(entry: OutboxEntry, id: string, base: Fields): OutboxEntry {
  return { ...entry, base, target: { ...entry.target, id } };
}

export function dependingOn(entry: OutboxEntry, dependsOn: readonly string[]): OutboxEntry {
  return { ...entry, dependsOn: [...dependsOn] };
}

/** A new entry in the place of one that leaves. */
export function placed(entry: NewEntry, seq: number): OutboxEntry {
  return { ...entry, seq };
}

/** With a later save in it. */
export function changed(entry: OutboxEntry, save: NewEntry, patch: Partial<Patch<Json>> = {}): OutboxEntry {
  return { ...entry, ...patch, changedAt: lastSaveOf(save) };
}

/** Without the fields that a person has decided: in `maybeApplied` they would cause the same conflict again. */
export function withoutDecided(entry: OutboxEntry, decided: readonly string[]): OutboxEntry {
  const others = entry.maybeApplied.map((values) => Object.entries(values).filter(([field]) => !decided.includes(field)));
  return { ...entry, maybeApplied: others.map((entries) => Object.fromEntries(entries)) };
}
