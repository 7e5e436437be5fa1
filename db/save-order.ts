import { sameJson, toJson } from '#contract/json.ts';
import { storeStalledMessage } from '#contract/pending-reason.ts';
import { bind, type BoundMutation } from '#contract/resources/bind.ts';
import { localIdsIn } from '#contract/resources/local-id.ts';
import type { SavedDraft } from './without-saved.ts';
import { markRow } from './stash.ts';
import type { UncheckedMutation } from './append.ts';
import { baseOnEnqueue } from './base.ts';
import { type AppendJob, type AppendOutcome, rowsAsText } from './append-job.ts';
import { type KnownRecord, type KnownRecords, knownName } from './known-records.ts';
import { carriedOn } from './carry-over.ts';
import { freshEntry } from './entry-transitions.ts';
import { dataEpochIn, dataEpochKey } from './epochs.ts';
import { isTied } from './file-ties.ts';
import { recordKey } from './index-fields.ts';
import { inPlaceOf, mergeEntries } from './merge-entries.ts';
import { readEntry, type StoredEntry } from './migrate-entry.ts';
import { isOpen, readable } from './outbox-entries.ts';
import { type Appended, type Enqueued, indexFields, type OutboxDeps, type OutboxRefused, outboxRefused } from './outbox-writes.ts';
import type { ClientDatabase } from './stores.ts';
import { createLimit } from './within.ts';

type Rows = AppendJob['rows'];

/** What is written with a save. `stashed`: the id under which it is stashed, if it is. */
export interface SaveExtras {
  readonly draft: SavedDraft | null;
  readonly stashed: string | null;
  /** Its place among the saves (`StashedSave`). */
  readonly order?: number | undefined;
}

/** Saves of one tab, in the order of their clicks. */
export interface SaveOrder {
  /**
   * Runs `work` in the task of the click, unless an earlier save is with the appender: then after it, with the epoch of the user's data at
   * that one's click.
   */
  inTurn<Result>(userId: string, work: (clickEpoch: number | null) => Promise<Result>): Promise<Result>;
  /**
   * Gives saves to the appender, where they stay pending now and it can write them. Else `append` writes them here; `written`: what the appender
   * may have written of them before it ended.
   */
  appendAll<Result>(
    userId: string,
    saves: readonly UncheckedMutation[],
    extras: SaveExtras,
    append: (clickEpoch: number | null, written: Rows) => Promise<Result>,
  ): Promise<Result | Enqueued | OutboxRefused>;
}

export function createSaveOrder(deps: OutboxDeps): SaveOrder {
  /** The save that the appender has: this thread may still have to write it. */
  let underWay: { readonly userId: string; readonly epoch: number; readonly ended: Promise<unknown> } | null = null;

  async function inTurn<Result>(userId: string, work: (clickEpoch: number | null) => Promise<Result>): Promise<Result> {
    let clickEpoch: number | null = null;
    while (underWay) {
      if (underWay.userId === userId) clickEpoch = underWay.epoch;
      await underWay.ended;
    }
    return work(clickEpoch);
  }

  return {
    inTurn,
    appendAll(userId, saves, extras, append) {
      const given = underWay ? null : giveToAppender(deps, saves, extras);
      if (!given) return inTurn(userId, (clickEpoch) => append(clickEpoch, []));
      const { epoch, rows, outcome } = given;
      const limit = createLimit(deps.limitMs ?? null);
      limit.begin();
      const stalled = outboxRefused('stalled', storeStalledMessage);
      const finish = async () => {
        const result = await outcome;
        // Beyond the limit its form says that it is not saved, and may have saved another value since.
        if (result !== 'written') return limit.isOver() ? stalled : append(epoch, result === 'unknown' ? rows : []);
        deps.onEnqueued(userId);
        return { kind: 'enqueued', opIds: rows.map(({ opId }) => opId), behind: [], epoch } as const;
      };
      const written = limit.race(finish()).then((value) => (value === 'over' ? stalled : value));
      const ended = written.finally(() => {
        underWay = null;
      });
      underWay = { userId, epoch, ended: ended.catch(() => undefined) };
      return ended;
    },
  };
}

interface Given {
  /** Of the user's data. */
  readonly epoch: number;
  readonly rows: readonly (StoredEntry & { readonly opId: string })[];
  readonly outcome: Promise<AppendOutcome>;
}

/** Null where the appender can't write these saves, or is not there. */
function giveToAppender(deps: OutboxDeps, saves: readonly UncheckedMutation[], { draft, stashed, order }: SaveExtras): Given | null {
  const { appender, known, pendingReasonNow } = deps;
  if (!appender || !known || !pendingReasonNow?.()) return null;
  const planned = saves.map((save) => planOf({ ...deps, order }, known, save)).filter((plan) => plan !== null);
  const categories = new Set(planned.map(({ category }) => category));
  const [first] = planned;
  if (!first || categories.size < saves.length) return null;
  const { screens = [] } = draft ?? {};
  // Only the outbox itself looks up what a local id was replaced by.
  if (localIdsIn(JSON.stringify(screens)).size > 0) return null;
  const rows = planned.map(({ row }) => row);
  const [{ userId = '' } = {}] = saves;
  const outcome = appender.append({
    records: planned.map(({ keys }) => keys),
    expected: rowsAsText(planned.map(({ record }) => record)),
    rows,
    mark: stashed === null ? null : markRow(stashed),
    drafts: draft ? screens.map((screen) => ({ key: [userId, draft.websiteId, screen, deps.tabs.own], saved: draft })) : [],
  });
  if (!outcome) return null;
  // Out of date now, until somebody reads them again.
  for (const category of categories) known.delete(category);
  return { epoch: dataEpochIn(first.record.epoch), rows, outcome };
}

/** How the appender writes a save; null where it can't. */
function planOf(deps: OutboxDeps, known: KnownRecords, save: UncheckedMutation) {
  const { userId } = save;
  const bound = bind({ ...save, body: toJson(save.body) });
  if (!bound) return null;
  const name = knownName(userId, bound.cacheKey);
  const [category, record] = [...known].find(([, each]) => each.name === name) ?? [];
  const row = record && rowOf(deps, save, bound, record);
  if (!category || !row) return null;
  const keys: AppendJob['records'][number] = {
    epoch: dataEpochKey(userId),
    cached: [userId, bound.cacheKey],
    entries: [userId, recordKey(bound.target)],
  };
  return { category, record, row, keys };
}

/**
 * The row that a save of a known record writes: its own, or that of the open entry that it is merged into. Null where `appendOne` may do
 * more than write that row, or may read more.
 */
function rowOf(deps: OutboxDeps, save: UncheckedMutation, bound: BoundMutation, { cached, entries: stored }: KnownRecord) {
  if (bound.deletes || bound.collection !== null || bound.parent || bound.gives.length > 0) return null;
  if (save.dependsOn || save.epoch !== undefined || localIdsIn(JSON.stringify([save.body, save.base])).size > 0) return null;
  const entries = readable(stored.map(readEntry));
  if (entries.length < stored.length) return null;
  const isPlain = (entry: (typeof entries)[number]) => {
    const other = bind(entry);
    return entry.status !== 'conflict' && other?.deletes === false && other.localId === null;
  };
  if (!entries.every(isPlain)) return null;
  const patch = bound.withServerIds(new Map(), []);
  const base = cached ? baseOnEnqueue(cached, bound, patch.base) : patch.base;
  const entry = freshEntry(deps, { ...save, body: patch.body, base, target: bound.target, dependsOn: [], fileIds: [] });
  const { next, replaced } = carriedOn(entry, entries);
  if (replaced.length > 0) return null;
  const tail = entries.at(-1);
  const joined = tail && isOpen(tail) ? mergeEntries(tail, entry) : null;
  const written = tail && joined ? inPlaceOf(tail, joined) : next;
  return isTied(written) ? null : { ...written, ...indexFields(written, false) };
}

/**
 * Looks for a row that the appender may have written before it ended. Null where it is not there, or where it looks like an older state of
 * its entry: the save is appended then, and finds its values on the server if they were sent. Call it inside a transaction.
 */
export async function findWritten(db: ClientDatabase, row: StoredEntry | undefined): Promise<Appended | null> {
  if (!row) return null;
  const opId = String(row['opId']);
  // A new entry may have been sent by another tab, and have left the outbox since.
  const isNew = row['seq'] === undefined;
  const [stored, logged] = await Promise.all([
    db.outbox.where('opId').equals(opId).first(),
    isNew ? db.log.where('opId').equals(opId).last() : undefined,
  ]);
  const isStored = stored !== undefined && (isNew || sameJson(toJson(stored['body']), toJson(row['body'])));
  return isStored || logged ? { kind: 'enqueued', opId } : null;
}
