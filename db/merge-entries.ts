import type { Json } from '#contract/json.ts';
import { lastSaveOf, mayBeOnServer, type OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { baseBehindDropped, isUnseen } from './base.ts';
import { type EntrySource, freshEntry, type NewEntry } from './entry-transitions.ts';
import { sameMutation } from './outbox-entries.ts';

/*
 * The transitions of an entry that takes over another one, or a part of it: what it depends on, and what either may have put on the server. As
 * those of `entry-transitions.ts`, they read and write no store.
 */

/** A part of an entry that is sent by itself, as old as the entry. `joined`: what of it was ours before somebody else's change was joined with it. */
export function splitOff(
  source: EntrySource,
  old: OutboxEntry,
  patch: Patch<Json>,
  maybeApplied: OutboxEntry['maybeApplied'],
  joined = old.joined,
): NewEntry {
  const part = freshEntry(source, replacedBy(old, patch, maybeApplied));
  const { createdAt, changedAt } = old;
  return { ...part, ...(joined ? { joined } : {}), createdAt, ...(changedAt === undefined ? {} : { changedAt }) };
}

/** A save that `mergeEntries` has joined with the open entry before it, in the place of that. */
export function inPlaceOf({ seq, opId, createdAt }: OutboxEntry, joined: NewEntry): OutboxEntry {
  const changedAt = lastSaveOf(joined);
  return { ...joined, seq, opId, createdAt, ...(changedAt === createdAt ? {} : { changedAt }) };
}

/** What a new entry carries on of `old`, which it replaces. `maybeApplied`: those changes that the server may hold and no person has seen. */
export function replacedBy(old: OutboxEntry, patch: Patch<Json>, maybeApplied: OutboxEntry['maybeApplied']): OutboxEntry {
  return { ...old, ...patch, maybeOurs: maybeOursAfter(old), maybeApplied, mayHaveBeenApplied: false };
}

/**
 * Behind an entry of its mutation that is dropped: its base loses the values of that. Where the server may hold them, they are recorded, so that
 * they cause no conflict.
 */
export function behindDropped(entry: OutboxEntry, dropped: OutboxEntry): OutboxEntry {
  const next = mayBeOnServer(dropped) ? withAttemptsOf(dropped, entry, entry) : entry;
  return { ...next, base: baseBehindDropped(dropped, entry.base) };
}

/** `next`, which carries on two entries, with all that either may have put on the server. */
export function withAttemptsOf<Next extends NewEntry>(earlier: NewEntry, later: NewEntry, next: Next): Next {
  return {
    ...next,
    maybeOurs: maybeOursAfter(earlier, later.maybeOurs),
    maybeApplied: maybeAppliedAfter(earlier, later.maybeApplied),
  };
}

/** `maybeOurs` of an entry that carries an earlier one on: by field, our own values that the server may hold, which cause no conflict. */
export function maybeOursAfter(earlier: NewEntry, later: OutboxEntry['maybeOurs'] = {}): OutboxEntry['maybeOurs'] {
  const sent = earlier.mayHaveBeenApplied ? (bind(earlier)?.mayHavePut ?? {}) : {};
  const keys = new Set([earlier.maybeOurs, sent, later].flatMap((values) => Object.keys(values)));
  const own = (key: string) => [...(earlier.maybeOurs[key] ?? []), ...(sent[key] ?? []), ...(later[key] ?? [])];
  return Object.fromEntries([...keys].map((key) => [key, own(key)]));
}

/** How many of the newest changes `maybeApplied` lists. */
const mostMaybeApplied = 5;

/** `maybeApplied` of an entry that carries an earlier one on: each change that the server may have applied, the oldest first. */
export function maybeAppliedAfter(earlier: NewEntry, later: OutboxEntry['maybeApplied'] = []): OutboxEntry['maybeApplied'] {
  const sent = earlier.mayHaveBeenApplied ? [bind(earlier)?.values ?? {}] : [];
  return [...earlier.maybeApplied, ...sent, ...later].slice(-mostMaybeApplied);
}

type Ties = Pick<OutboxEntry, 'dependsOn' | 'fileIds' | 'joined'>;

/** What two entries that become one depend on, send, and have joined: of `joined` what was ours before either was. */
export function ofBoth(earlier: Ties, later: Ties): Ties {
  return {
    dependsOn: [...new Set([...earlier.dependsOn, ...later.dependsOn])],
    fileIds: [...new Set([...earlier.fileIds, ...later.fileIds])],
    ...(earlier.joined || later.joined ? { joined: { ...later.joined, ...earlier.joined } } : {}),
  };
}

/** Conflict → conflict with a newer save's values of some of its fields. `merged`: its body and base with them. */
export function withNewer(disputed: OutboxEntry, later: NewEntry, { body, base }: Patch<Json>): OutboxEntry {
  const maybeOurs = maybeOursAfter(disputed, maybeOursAfter(later));
  return { ...disputed, body, base, ...ofBoth(disputed, later), maybeOurs };
}

/** `later` with the fields that only `earlier` changes, and the earliest base; null where they don't fit together. */
export function mergeEntries<Later extends NewEntry>(earlier: NewEntry, later: Later): Later | null {
  if (Object.keys(later.base).some((field) => isUnseen(earlier, later, field))) return null;
  const merged = sameMutation(earlier, later) ? bind(earlier)?.merge({ body: later.body, base: later.base }) : null;
  if (!merged) return null;
  const { body, base } = merged;
  return { ...withAttemptsOf(earlier, later, later), body, base, ...ofBoth(earlier, later) };
}
