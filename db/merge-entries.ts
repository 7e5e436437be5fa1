import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { isUnseen } from './base.ts';
import { putEntry } from './outbox-writes.ts';
import { readEntriesOf, sameMutation } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/** `maybeOurs` of an entry that carries an earlier one on: by field, our own values that the server may hold, which cause no conflict. */
export function maybeOursAfter(earlier: Omit<OutboxEntry, 'seq'>, later: OutboxEntry['maybeOurs'] = {}): OutboxEntry['maybeOurs'] {
  const sent = earlier.mayHaveBeenApplied ? (bind(earlier)?.mayHavePut ?? {}) : {};
  const keys = new Set([earlier.maybeOurs, sent, later].flatMap((values) => Object.keys(values)));
  const own = (key: string) => [...(earlier.maybeOurs[key] ?? []), ...(sent[key] ?? []), ...(later[key] ?? [])];
  return Object.fromEntries([...keys].map((key) => [key, own(key)]));
}

/** How many of the newest changes `maybeApplied` lists. */
const mostMaybeApplied = 5;

/** `maybeApplied` of an entry that carries an earlier one on: each change that the server may have applied, the oldest first. */
export function maybeAppliedAfter(earlier: Omit<OutboxEntry, 'seq'>, later: OutboxEntry['maybeApplied'] = []): OutboxEntry['maybeApplied'] {
  const sent = earlier.mayHaveBeenApplied ? [bind(earlier)?.values ?? {}] : [];
  return [...earlier.maybeApplied, ...sent, ...later].slice(-mostMaybeApplied);
}

/**
 * Inside a transaction: removes fields that a person has decided from `maybeApplied` of the record's entries, where they would cause the same
 * conflict again.
 */
export async function forgetDecided(db: ClientDatabase, { userId, target }: OutboxEntry, decided: readonly string[]): Promise<void> {
  for (const entry of await readEntriesOf(db, userId, target)) {
    if (entry.maybeApplied.length === 0) continue;
    const others = entry.maybeApplied.map((values) => Object.entries(values).filter(([field]) => !decided.includes(field)));
    await putEntry(db, { ...entry, maybeApplied: others.map((entries) => Object.fromEntries(entries)) });
  }
}

/** `joined` of an entry that carries two on: what was ours before either was joined. */
export function joinedAfter(earlier: Pick<OutboxEntry, 'joined'>, later: Pick<OutboxEntry, 'joined'>): OutboxEntry['joined'] {
  return earlier.joined || later.joined ? { ...later.joined, ...earlier.joined } : undefined;
}

/** A save that `mergeEntries` has joined with the open entry before it, in the place of that. */
export function inPlaceOf({ seq, opId, createdAt }: OutboxEntry, joined: Omit<OutboxEntry, 'seq'>): OutboxEntry {
  return { ...joined, seq, opId, createdAt, ...(joined.createdAt === createdAt ? {} : { changedAt: joined.createdAt }) };
}

/** `later` with the fields that only `earlier` changes, and the earliest base; null where they don't fit together. */
export function mergeEntries<Later extends Omit<OutboxEntry, 'seq'>>(earlier: Omit<OutboxEntry, 'seq'>, later: Later): Later | null {
  if (Object.keys(later.base).some((field) => isUnseen(earlier, later, field))) return null;
  const merged = sameMutation(earlier, later) ? bind(earlier)?.merge({ body: later.body, base: later.base }) : null;
  if (!merged) return null;
  const { body, base } = merged;
  const joined = joinedAfter(earlier, later);
  return {
    ...later,
    body,
    base,
    dependsOn: [...new Set([...earlier.dependsOn, ...later.dependsOn])],
    fileIds: [...new Set([...earlier.fileIds, ...later.fileIds])],
    maybeOurs: maybeOursAfter(earlier, later.maybeOurs),
    maybeApplied: maybeAppliedAfter(earlier, later.maybeApplied),
    ...(joined ? { joined } : {}),
  };
}
