import type { QueueRow } from '#contract/queue.ts';
import type { Json } from '#contract/json.ts';
import type { Touch } from './commands/command.ts';
import { bind } from './commands/index.ts';
import { byField, fieldsOf, withoutFields } from './conflict-fields.ts';
import { tieToFiles } from './file-ties.ts';
import { freshRow } from './fresh-row.ts';
import { leave } from './leave-row.ts';
import { maybeOursAfter } from './merge-rows.ts';
import { putRow } from './put-row.ts';
import type { QueueDeps } from './queue-deps.ts';
import { isOpen, readRecord, sameCommand } from './queue-rows.ts';

type NewRow = Omit<QueueRow, 'seq'>;

/** `into`: the change in conflict that took newer values; null: none. `rest`: what need not wait for the choice. */
type Folded = { readonly into: string | null; readonly rest: NewRow } | { readonly into: string; readonly rest: null };

/**
 * Inside a transaction, of a save that is not in the outbox yet: its values of fields in conflict take the place of the older ones, so
 * that a person chooses between the newest and somebody else's.
 */
export async function foldSave(deps: QueueDeps, save: NewRow): Promise<Folded> {
  if (!byField.has(save.command)) return { into: null, rest: save };
  const rows = await readRecord(deps.db, save.userId, save.target);
  let [into, rest]: [string | null, NewRow] = [null, save];
  for (const disputed of rows.filter(({ status }) => status === 'conflict')) {
    const folded = fold(await foldBehind(deps, disputed), rest);
    // What stands between the two and can't be changed any more would be sent after the newer values.
    if (!folded || (await sharesBehind(deps, disputed, rest))) continue;
    await putRow(deps.db, folded.disputed);
    await tieToFiles(deps, disputed.opId);
    into = disputed.opId;
    if (folded.rest === null) return { into, rest: null };
    rest = { ...rest, ...folded.rest };
  }
  return { into, rest };
}

/** Inside a transaction: takes the newer values of the fields in conflict out of the entries behind it. Answers the change as it stands then. */
export async function foldBehind(deps: QueueDeps, disputed: QueueRow): Promise<QueueRow> {
  const { db } = deps;
  let into = disputed;
  for (const later of await openBehind(deps, disputed)) {
    const folded = fold(into, later);
    if (!folded) continue;
    into = folded.disputed;
    await putRow(db, into);
    // Under an id of its own: whoever waits for `later` is to hear of the choice, and not of this part alone.
    const rest = folded.rest && freshRow(deps, { ...later, ...folded.rest });
    await leave(db, later, 'superseded', deps.now(), into.opId);
    // In the same place: an open entry behind it may have newer values of the same fields.
    if (rest) await putRow(db, { ...rest, seq: later.seq });
    await tieToFiles(deps, into.opId);
    if (rest) await tieToFiles(deps, rest.opId);
  }
  return into;
}

async function openBehind({ db }: QueueDeps, disputed: QueueRow): Promise<readonly QueueRow[]> {
  const rows = await readRecord(db, disputed.userId, disputed.target);
  return rows.filter((row) => row.seq > disputed.seq && sameCommand(row, disputed) && isOpen(row));
}

async function sharesBehind({ db }: QueueDeps, disputed: QueueRow, save: NewRow): Promise<boolean> {
  const fields = new Set(fieldsOf(save));
  const rows = await readRecord(db, disputed.userId, disputed.target);
  return rows.some(
    (row) =>
      row.seq > disputed.seq &&
      row.status !== 'conflict' &&
      fieldsOf(row).some((field) => fields.has(field) && field in (disputed.lastError?.theirs ?? {})),
  );
}

/** Null where `later` has no field that is in conflict. */
function fold(disputed: QueueRow, later: NewRow): { readonly disputed: QueueRow; readonly rest: Touch<Json> | null } | null {
  const theirs = disputed.status === 'conflict' ? disputed.lastError?.theirs : undefined;
  if (!theirs || !sameCommand(disputed, later)) return null;
  const fields = fieldsOf(later);
  const shared = fields.filter((field) => field in theirs);
  const newer =
    shared.length === 0
      ? null
      : withoutFields(
          later,
          fields.filter((field) => !(field in theirs)),
        );
  const merged = newer && bind(disputed)?.merge(newer);
  if (!merged) return null;
  const { body, base } = merged;
  const rows = [disputed, later];
  const fileIds = [...new Set(rows.flatMap((row) => row.fileIds))];
  const dependsOn = [...new Set(rows.flatMap((row) => row.dependsOn))];
  const maybeOurs = maybeOursAfter(disputed, later.maybeOurs);
  return { disputed: { ...disputed, body, base, fileIds, dependsOn, maybeOurs }, rest: withoutFields(later, shared) };
}
