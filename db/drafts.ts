import { type Json, jsonSchema } from '#contract/json.ts';
import * as v from 'valibot';
import { dataEpochOf, isDataCurrent } from './fence.ts';
import { withoutSecretKeys } from './secrets.ts';
import type { ClientDatabase } from './stores.ts';
import type { Tabs } from './tabs.ts';

/** The unsaved values of a form. `base`: the server state when each edit began; `savedAt` in ms since the epoch. */
export interface Draft {
  readonly screen: string;
  readonly websiteId: string;
  readonly values: Readonly<Record<string, Json>>;
  readonly base: Readonly<Record<string, Json>>;
  readonly savedAt: number;
  /** Its number in the store, if another tab wrote it; absent from this tab's own. */
  readonly leftSeq?: number;
}

const fields = v.record(v.string(), jsonSchema);
const draftSchema = v.object({ screen: v.string(), websiteId: v.string(), values: fields, base: fields, savedAt: v.number() });

interface DraftKey {
  readonly userId: string;
  readonly websiteId: string;
  readonly screen: string;
}

/** Drafts by user, website, screen and tab, without secret fields. `put` rejects when the device can't store one. */
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

/** The drafts on an open database. `now` in ms since the epoch. */
export function createDrafts(db: ClientDatabase, now: () => number, tabs: Tabs): Drafts {
  const draftsAt = ({ userId, websiteId, screen }: DraftKey) =>
    db.tabDrafts.where('[userId+websiteId+screen]').equals([userId, websiteId, screen]);

  async function removeAt(place: DraftKey, replaces: number | undefined): Promise<void> {
    const rows = (await draftsAt(place).toArray()).filter(({ tab, seq }) => tab === tabs.own || seq === replaces);
    await db.tabDrafts.bulkDelete(rows.flatMap(({ seq }) => seq ?? []));
  }

  return {
    async get(place) {
      const rows = await draftsAt(place).sortBy('seq');
      const own = rows.find(({ tab }) => tab === tabs.own);
      if (own || rows.length === 0) return readDraft(own);
      const living = await tabs.living();
      const left = rows.findLast(({ tab }) => !living.includes(tab));
      const draft = readDraft(left);
      return left?.seq === undefined || draft === null ? null : { ...draft, leftSeq: left.seq };
    },
    put: (place, { values, base }, replaces) => {
      const { userId, websiteId, screen } = place;
      let epoch: number | null = null;
      return db.transaction('rw', [db.tabDrafts, db.meta], async () => {
        // Reads the epoch in the transaction of the write: a tab that is being closed has no time for a read before. On a full device this
        // runs again once there is room, and the user may have signed out since.
        epoch ??= await dataEpochOf(db, userId);
        if (!(await isDataCurrent(db, userId, epoch))) return false;
        await removeAt(place, replaces);
        const content = { values: withoutSecretKeys(values), base: withoutSecretKeys(base), savedAt: now() };
        await db.tabDrafts.add({ userId, websiteId, screen, tab: tabs.own, ...content });
        return true;
      });
    },
    remove: (place, replaces) => db.transaction('rw', [db.tabDrafts], () => removeAt(place, replaces)),
    async list(userId) {
      return (await db.tabDrafts.where('userId').equals(userId).toArray()).flatMap((row) => readDraft(row) ?? []);
    },
  };
}

/** Null for a row that this version can't read. */
function readDraft(row: unknown): Draft | null {
  const parsed = v.safeParse(draftSchema, row);
  return parsed.success ? parsed.output : null;
}
