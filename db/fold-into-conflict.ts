import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Json } from '#contract/json.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { bind } from '#contract/resources/bind.ts';
import { patchedFields, withoutFields } from './conflict-fields.ts';
import { tieToFiles } from './file-ties.ts';
import { freshEntry } from './outbox-writes.ts';
import { dequeue } from './outbox-writes.ts';
import { maybeOursAfter } from './merge-entries.ts';
import { openBehind } from './outbox-entries.ts';
import { putEntry } from './outbox-writes.ts';
import type { QueueDeps } from './outbox-writes.ts';
import { findEntry, readRecord, sameMutation } from './outbox-entries.ts';

type NewRow = Omit<OutboxEntry, 'seq'>;

interface Folded {
  /** The change in conflict that took newer values; null: none. */
  readonly takenBy: OutboxEntry | null;
  /** What need not wait for the choice; null: nothing. */
  readonly undisputed: NewRow | null;
  /** Changes in conflict of which nothing is left to ask: `undisputed` carries them on. */
  readonly decided: readonly OutboxEntry[];
}

/**
 * Inside a transaction, of a save that is not in the outbox yet: its values of fields in conflict take the place of the older ones, so
 * that a person chooses between the newest and somebody else's. Whoever saves somebody else's value has chosen.
 */
export async function foldSave(deps: QueueDeps, save: NewRow): Promise<Folded> {
  const entries = await readRecord(deps.db, save.userId, save.target);
  let [takenBy, undisputed]: [OutboxEntry | null, NewRow | null] = [null, save];
  const decided: OutboxEntry[] = [];
  for (const inConflict of entries.filter(({ status }) => status === 'conflict')) {
    if (!undisputed) break;
    const disputed = await foldBehind(deps, inConflict);
    if (!disputed) continue;
    const folded: Split | null = fold(disputed, undisputed);
    // What stands between the two and can't be changed any more would be sent after the newer values.
    if (!folded || (await sharesBehind(deps, disputed, undisputed))) continue;
    if (folded.disputed) {
      await putEntry(deps.db, folded.disputed);
      await tieToFiles(deps, disputed.opId);
      // A refused file of the newer values rejects it: the caller then gets that reason.
      if (folded.hasNewerValues) takenBy = (await findEntry(deps.db, disputed.opId)) ?? folded.disputed;
    } else decided.push(disputed);
    undisputed = folded.undisputed && { ...undisputed, ...folded.undisputed };
  }
  return { takenBy, undisputed, decided };
}

/**
 * Inside a transaction: takes the newer values of the fields in conflict out of the entries behind it. Answers the change as it stands
 * then; null where nothing of it is left to ask.
 */
export async function foldBehind(deps: QueueDeps, inConflict: OutboxEntry): Promise<OutboxEntry | null> {
  const { db } = deps;
  let disputed = inConflict;
  for (const later of await openBehind(db, disputed)) {
    const folded = fold(disputed, later);
    if (!folded) continue;
    if (!folded.hasNewerValues) await putEntry(db, { ...later, ...folded.undisputed });
    if (!folded.disputed) {
      await dequeue(db, disputed, 'superseded', deps.now(), later.opId);
      return null;
    }
    disputed = folded.disputed;
    await putEntry(db, disputed);
    if (!folded.hasNewerValues) continue;
    // Under an id of its own: a caller that awaits `later` must get the conflict, and not this part alone.
    const undisputed = folded.undisputed && freshEntry(deps, { ...later, ...folded.undisputed });
    await dequeue(db, later, 'superseded', deps.now(), disputed.opId);
    // In the same place: an open entry behind it may have newer values of the same fields.
    if (undisputed) await putEntry(db, { ...undisputed, seq: later.seq });
    await tieToFiles(deps, disputed.opId);
    if (undisputed) await tieToFiles(deps, undisputed.opId);
  }
  return disputed;
}

async function sharesBehind({ db }: QueueDeps, disputed: OutboxEntry, save: NewRow): Promise<boolean> {
  const fields = new Set(patchedFields(save));
  const entries = await readRecord(db, disputed.userId, disputed.target);
  return entries.some(
    (entry) =>
      entry.seq > disputed.seq &&
      entry.status !== 'conflict' &&
      patchedFields(entry).some((field) => fields.has(field) && field in (disputed.lastError?.theirs ?? {})),
  );
}

interface Split {
  /** The change in conflict with the newer values; null: nothing of it is left to ask. */
  readonly disputed: OutboxEntry | null;
  /** It took newer values. */
  readonly hasNewerValues: boolean;
  /** What of `later` need not wait for the choice; null: nothing. */
  readonly undisputed: (Patch<Json> & Pick<OutboxEntry, 'maybeOurs'>) | null;
}

/** Null where `later` has no field that is in conflict. */
function fold(inConflict: OutboxEntry, later: NewRow): Split | null {
  const { lastError } = inConflict;
  const theirs = inConflict.status === 'conflict' ? lastError?.theirs : undefined;
  const bound = sameMutation(inConflict, later) ? bind(later) : null;
  const values = bound?.values ?? {};
  const shared = Object.keys(values).filter((field) => theirs && field in theirs);
  if (!lastError || !theirs || !bound || shared.length === 0) return null;
  const chosen = shared.filter((field) => bound.isSame(field, values[field] ?? null, theirs[field] ?? null));
  const newer = shared.filter((field) => !chosen.includes(field));
  const merged = newer.length === 0 ? inConflict : withNewer(inConflict, later, newer);
  if (!merged) return null;
  const asked = Object.fromEntries(Object.entries(theirs).filter(([field]) => !chosen.includes(field)));
  const left = withoutFields(merged, chosen);
  const isDecided = Object.keys(asked).length === 0;
  // Earlier versions left fields in it that nobody disputes, which no newer save carries on: a person decides, and they go along.
  if (isDecided && left) return null;
  // What somebody else has put there is what the choice of it begins from.
  const chosenBase = Object.fromEntries(chosen.map((field) => [field, theirs[field] ?? null]));
  const undisputed = withoutFields(later, newer);
  const maybeOurs = chosen.length === 0 ? maybeOursAfter(later) : maybeOursAfter(inConflict, maybeOursAfter(later));
  return {
    disputed: left && { ...merged, ...left, lastError: { ...lastError, theirs: asked } },
    hasNewerValues: newer.length > 0,
    undisputed: undisputed && { ...undisputed, base: { ...undisputed.base, ...chosenBase }, maybeOurs },
  };
}

/** A change in conflict with the newer values of some of its fields. */
function withNewer(inConflict: OutboxEntry, later: NewRow, fields: readonly string[]): OutboxEntry | null {
  const others = patchedFields(later).filter((field) => !fields.includes(field));
  const newer = withoutFields(later, others);
  const merged = newer && bind(inConflict)?.merge(newer);
  if (!merged) return null;
  const { body, base } = merged;
  const entries = [inConflict, later];
  const fileIds = [...new Set(entries.flatMap((entry) => entry.fileIds))];
  const dependsOn = [...new Set(entries.flatMap((entry) => entry.dependsOn))];
  return { ...inConflict, body, base, fileIds, dependsOn, maybeOurs: maybeOursAfter(inConflict, maybeOursAfter(later)) };
}
