import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Json } from '#contract/json.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { bind } from '#contract/resources/bind.ts';
import { patchedFields, waitsFor, withoutFields } from './conflict-fields.ts';
import { changed, freshEntry, type NewEntry, patched, placed, stillAsked } from './entry-transitions.ts';
import { tieToFiles } from './file-ties.ts';
import { dequeue, putEntry, type OutboxDeps } from './outbox-writes.ts';
import { baseOnDecided, isUnseen } from './base.ts';
import { maybeOursAfter, withNewer } from './merge-entries.ts';
import { openBehind, findEntry, readEntriesOf, sameMutation } from './outbox-entries.ts';

interface Folded {
  /** The entry in conflict that newer values were folded into; null: none. */
  readonly foldedInto: OutboxEntry | null;
  /** The part of the save that waits for no choice; null: none. */
  readonly undisputed: NewEntry | null;
  /** Entries in conflict that the save has decided completely: `undisputed` carries them on. */
  readonly decided: readonly OutboxEntry[];
}

/**
 * Inside a transaction, before a save is added to the outbox: its values of fields in conflict replace the older ones, so that a person chooses
 * between the newest value and somebody else's. A save of somebody else's value decides the conflict. `entries`: all of the record.
 */
export async function foldSave(deps: OutboxDeps, save: NewEntry, entries: readonly OutboxEntry[]): Promise<Folded> {
  let [foldedInto, undisputed]: [OutboxEntry | null, NewEntry | null] = [null, save];
  const decided: OutboxEntry[] = [];
  for (const inConflict of entries.filter(({ status }) => status === 'conflict')) {
    if (!undisputed) break;
    const disputed = await foldBehind(deps, inConflict);
    if (!disputed) continue;
    const folded: Split | null = fold(disputed, undisputed);
    // An entry between the two that can't be changed any more would be sent after the newer values.
    if (!folded || (await sharesBehind(deps, disputed, undisputed))) continue;
    if (folded.disputed) {
      await putEntry(deps.db, folded.hasNewerValues ? changed(folded.disputed, save) : folded.disputed);
      await tieToFiles(deps, disputed.opId);
      // Where the newer values name a rejected file, the entry is rejected too, and the caller gets that reason.
      if (folded.hasNewerValues) foldedInto = (await findEntry(deps.db, disputed.opId)) ?? folded.disputed;
    } else decided.push(disputed);
    undisputed = folded.undisputed && patched(undisputed, folded.undisputed);
  }
  return { foldedInto, undisputed, decided };
}

/**
 * Inside a transaction: moves newer values of the fields in conflict from the open entries behind an entry into it. Returns that entry as
 * changed; null where no field is in conflict any more.
 */
export async function foldBehind(deps: OutboxDeps, inConflict: OutboxEntry): Promise<OutboxEntry | null> {
  const { db } = deps;
  let disputed = inConflict;
  for (const later of await openBehind(db, disputed)) {
    const folded = fold(disputed, later);
    // Its values stay behind: newer ones of the same fields must not be sent ahead of them.
    if (!folded && waitsFor(later, disputed)) return disputed;
    if (!folded) continue;
    if (!folded.hasNewerValues) await putEntry(db, patched(later, folded.undisputed));
    if (!folded.disputed) {
      await dequeue(db, disputed, 'superseded', deps.now(), later.opId);
      return null;
    }
    disputed = folded.disputed;
    await putEntry(db, disputed);
    if (!folded.hasNewerValues) continue;
    // Under a new id: a caller that awaits `later` must get the conflict, and not this part alone.
    const undisputed = folded.undisputed && freshEntry(deps, patched(later, folded.undisputed));
    await dequeue(db, later, 'superseded', deps.now(), disputed);
    // In the place of `later`, since an open entry behind it may have newer values of the same fields.
    if (undisputed) await putEntry(db, placed(undisputed, later.seq));
    await tieToFiles(deps, disputed.opId);
    if (undisputed) await tieToFiles(deps, undisputed.opId);
  }
  return disputed;
}

async function sharesBehind({ db }: OutboxDeps, disputed: OutboxEntry, save: NewEntry): Promise<boolean> {
  const fields = new Set(patchedFields(save));
  const entries = await readEntriesOf(db, disputed.userId, disputed.target);
  return entries.some(
    (entry) =>
      entry.seq > disputed.seq &&
      entry.status !== 'conflict' &&
      patchedFields(entry).some((field) => fields.has(field) && field in (disputed.lastError?.theirs ?? {})),
  );
}

interface Split {
  /** The entry in conflict with the newer values; null: no field is in conflict any more. */
  readonly disputed: OutboxEntry | null;
  /** Whether newer values were moved into it. */
  readonly hasNewerValues: boolean;
  /** The part of `later` that waits for no choice; null: none. */
  readonly undisputed: (Patch<Json> & Pick<OutboxEntry, 'maybeOurs'>) | null;
}

/** Null where `later` has no field that is in conflict. */
function fold(inConflict: OutboxEntry, later: NewEntry): Split | null {
  const { lastError } = inConflict;
  const theirs = inConflict.status === 'conflict' ? lastError?.theirs : undefined;
  const bound = sameMutation(inConflict, later) ? bind(later) : null;
  const values = bound?.values ?? {};
  const shared = Object.keys(values).filter((field) => theirs && field in theirs);
  if (!lastError || !theirs || !bound || shared.length === 0) return null;
  if (shared.some((field) => isUnseen(inConflict, later, field))) return null;
  const chosen = shared.filter((field) => bound.isSame(field, values[field] ?? null, theirs[field] ?? null));
  const newer = shared.filter((field) => !chosen.includes(field));
  const merged = newer.length === 0 ? inConflict : mergeNewer(inConflict, later, newer);
  if (!merged) return null;
  const asked = Object.fromEntries(Object.entries(theirs).filter(([field]) => !chosen.includes(field)));
  const left = withoutFields(merged, chosen);
  const isDecided = Object.keys(asked).length === 0;
  // Entries of earlier versions also hold undisputed fields, which no newer save carries on. They stay until a person decides.
  if (isDecided && left) return null;
  const rest = withoutFields(later, newer);
  const maybeOurs = chosen.length === 0 ? maybeOursAfter(later) : maybeOursAfter(inConflict, maybeOursAfter(later));
  return {
    disputed: left && stillAsked(merged, left, lastError, asked),
    hasNewerValues: newer.length > 0,
    undisputed: rest && { body: rest.body, base: baseOnDecided(rest.base, theirs, chosen), maybeOurs },
  };
}

/** An entry in conflict with newer values of some of its fields. */
function mergeNewer(inConflict: OutboxEntry, later: NewEntry, fields: readonly string[]): OutboxEntry | null {
  const others = patchedFields(later).filter((field) => !fields.includes(field));
  const newer = withoutFields(later, others);
  const merged = newer && bind(inConflict)?.merge(newer);
  return merged ? withNewer(inConflict, later, merged) : null;
}
