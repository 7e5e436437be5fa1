import { type Json, jsonSchema } from '#contract/json.ts';
import { isLocalId, localPrefix } from '#contract/resources/local-id.ts';
import * as v from 'valibot';
import { dataEpochOf, isDataCurrent } from './epochs.ts';
import { withoutSecretKeys } from './secrets.ts';
import { hasMark, type SavingDraft, type Stash, withoutSaving } from './stash.ts';
import type { ClientDatabase, DraftRow, IdMapRow } from './stores.ts';
import { draftNumber, isReplaced, type SavedDraft, withoutSaved } from './without-saved.ts';
import type { Tabs } from './tabs.ts';

/** The unsaved values of a form. `base`: the server state when each edit began; `savedAt` in ms since the epoch. */
export interface Draft {
  readonly screen: string;
  readonly websiteId: string;
  readonly values: Readonly<Record<string, Json>>;
  readonly base: Readonly<Record<string, Json>>;
  readonly savedAt: number;
  /** Its number (`draftNumber`), if another tab wrote it; absent from this tab's own. */
  readonly leftSeq?: number;
}

const fields = v.record(v.string(), jsonSchema);
const draftSchema = v.object({ screen: v.string(), websiteId: v.string(), values: fields, base: fields, savedAt: v.number() });

interface DraftKey {
  readonly userId: string;
  readonly websiteId: string;
  readonly screen: string;
}

/**
 * Drafts by user, website, screen and tab, without secret fields. `put` rejects when the device can't store one. The screen of a record ends
 * with its id: the server's and the local one that it has replaced name the same drafts.
 */
export interface Drafts {
  /** This tab's own draft, else the newest of the tabs that are closed, with `leftSeq`. */
  get(place: DraftKey): Promise<Draft | null>;
  /**
   * `replaces`: the `leftSeq` of the draft that the form was opened with, which this one supersedes. False where the user's data was removed
   * while the device made room: nothing is stored.
   */
  put(place: DraftKey, draft: Pick<Draft, 'values' | 'base'>, replaces?: number): Promise<boolean>;
  /** Removes this tab's own draft and `replaces`, and none that another tab wrote since. */
  remove(place: DraftKey, replaces?: number): Promise<void>;
  /** Those of all tabs. */
  list(userId: string): Promise<readonly Draft[]>;
}

/** Takes saved values out of the drafts of a tab. Inside the transaction of the save. */
export async function takeFromDrafts(db: ClientDatabase, tab: string, userId: string, saved: SavedDraft): Promise<void> {
  for (const screen of saved.screens) {
    const { rows } = await draftsAt(db, { userId, websiteId: saved.websiteId, screen });
    for (const row of rows) {
      if (!isReplaced(row, tab, saved.replaces)) continue;
      const left = withoutSaved(row, saved);
      if (left) await db.tabDrafts.put(left);
      else if (row.seq !== undefined) await db.tabDrafts.delete(row.seq);
    }
  }
}

/**
 * The screen under which a draft is written, and the rows of the place, oldest first. Inside a transaction. Awaits nothing but calls of the
 * tables: Dexie loses a transaction that goes through many promises which are not its own.
 */
export async function draftsAt(db: ClientDatabase, { userId, websiteId, screen }: DraftKey) {
  const [before, id] = splitAtId(screen);
  const serverIdOf = (row: IdMapRow | undefined) => (row?.userId === userId ? row.serverId : null);
  const serverId = isLocalId(id) ? serverIdOf(await db.idMap.get(id)) : null;
  const current = serverId === null ? screen : `${before}${serverId}`;
  const key = (name: string): [string, string, string] => [userId, websiteId, name];
  const index = () => db.tabDrafts.where('[userId+websiteId+screen]');
  const rows = await index().equals(key(current)).toArray();
  // Those that were written before the server's id was known.
  const prefix = `${before}${localPrefix}`;
  const local = await index()
    .between(key(prefix), key(`${prefix}\uffff`))
    .toArray();
  const mapped = local.length === 0 ? [] : await db.idMap.bulkGet(local.map((row) => splitAtId(row.screen)[1]));
  const older = local.filter((_, at) => `${before}${serverIdOf(mapped[at]) ?? ''}` === current);
  return { current, rows: [...older, ...rows].toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0)) };
}

/**
 * The drafts on an open database. `now` in ms since the epoch. `stash` has each draft while it is being written, and what it has of a save is
 * in no draft.
 */
export function createDrafts(db: ClientDatabase, now: () => number, tabs: Tabs, stash: Stash | null = null): Drafts {
  const tables = [db.tabDrafts, db.idMap];

  async function remove(rows: readonly DraftRow[], replaces: number | undefined): Promise<void> {
    const gone = rows.filter((row) => isReplaced(row, tabs.own, replaces));
    await db.tabDrafts.bulkDelete(gone.flatMap(({ seq }) => seq ?? []));
  }

  /** Stashes what `write` brings to the store, for as long as that takes. */
  async function stashed<Result>(
    place: DraftKey,
    draft: Pick<Draft, 'values' | 'base'>,
    replaces: number | undefined,
    write: (order: Pick<DraftRow, 'order'>) => PromiseLike<Result>,
  ): Promise<Result> {
    const added = stash?.addDraft({ ...place, ...draft, ...(replaces === undefined ? {} : { replaces }) });
    const result = await write(added ? { order: added.order } : {});
    added?.end();
    return result;
  }

  const removeAt = (place: DraftKey, replaces?: number) =>
    stashed(place, { values: {}, base: {} }, replaces, () =>
      db.transaction('rw', tables, async () => remove((await draftsAt(db, place)).rows, replaces)),
    );

  return {
    async get(place) {
      const { rows } = await db.transaction('r', tables, () => draftsAt(db, place));
      const own = rows.find(({ tab }) => tab === tabs.own);
      if (own || rows.length === 0) return readDraft(own);
      const living = await tabs.living();
      const left = newestOf(rows.filter(({ tab }) => !living.includes(tab)));
      const draft = readDraft(left);
      const leftSeq = left ? draftNumber(left) : undefined;
      return leftSeq === undefined || draft === null ? null : { ...draft, leftSeq };
    },
    async put(place, draft, replaces) {
      const { userId, websiteId } = place;
      const saving = stash?.saving(place) ?? [];
      let epoch: number | null = null;
      const write = (order: Pick<DraftRow, 'order'>) => async () => {
        // Reads the epoch in the transaction of the write: a tab that is being closed has no time for a read before. On a full device this
        // runs again once there is room, and the user may have signed out since.
        epoch ??= await dataEpochOf(db, userId);
        if (!(await isDataCurrent(db, userId, epoch))) return false;
        const { current, rows } = await draftsAt(db, place);
        await remove(rows, replaces);
        // A save that is in the outbox by now was before this.
        const saved: SavingDraft[] = [];
        for (const each of saving) if (await hasMark(db, each.id)) saved.push(each);
        const values = withoutSaving(saved, draft.values);
        if (saved.length > 0 && Object.keys(values).length === 0) return true;
        const content = {
          values: withoutSecretKeys(values),
          base: withoutSecretKeys(ofKeys(values, draft.base)),
          savedAt: now(),
          ...order,
        };
        await db.tabDrafts.add({ userId, websiteId, screen: current, tab: tabs.own, ...content });
        return true;
      };
      const values = stash?.withoutStashed(place, draft.values) ?? draft.values;
      return stashed(place, { values, base: ofKeys(values, draft.base) }, replaces, (order) =>
        db.transaction('rw', [...tables, db.meta], write(order)),
      );
    },
    remove: removeAt,
    async list(userId) {
      return (await db.tabDrafts.where('userId').equals(userId).toArray()).flatMap((row) => readDraft(row) ?? []);
    },
  };
}

/** `rows`: in the order in which they came into the store. What was adopted was written before it came there. */
const newestOf = (rows: readonly DraftRow[]): DraftRow | null =>
  rows.reduce<DraftRow | null>((newest, row) => (newest && row.isAdopted && !isLaterDraft(row, newest) ? newest : row), null);

type Placed = Pick<DraftRow, 'order' | 'savedAt'>;

/** Whether a draft was written after another one. Of one without a place only the clock says when. */
export const isLaterDraft = (draft: Placed, other: Placed): boolean =>
  draft.order !== undefined && other.order !== undefined ? draft.order > other.order : draft.savedAt > other.savedAt;

const ofKeys = (values: object, base: Draft['base']): Draft['base'] =>
  Object.fromEntries(Object.entries(base).filter(([key]) => key in values));

/** `record/redirect/17`: what comes before the id, and the id. */
function splitAtId(screen: string): readonly [string, string] {
  const at = screen.lastIndexOf('/') + 1;
  return [screen.slice(0, at), screen.slice(at)];
}

/** Null for a row that this version can't read. */
function readDraft(row: unknown): Draft | null {
  const parsed = v.safeParse(draftSchema, row);
  return parsed.success ? parsed.output : null;
}
