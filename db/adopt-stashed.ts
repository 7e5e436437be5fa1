import { draftsAt, isLaterDraft } from './drafts.ts';
import { isReplaced } from './without-saved.ts';
import { isOfDevice } from './adopted-save.ts';
import type { Outbox } from './outbox.ts';
import { hasMark, putMark, type Stash, type StashedDraft, type StashedSave } from './stash.ts';
import type { ClientDatabase } from './stores.ts';

interface Adoption {
  readonly stash: Stash;
  readonly outbox: Pick<Outbox, 'adopt'>;
  readonly db: ClientDatabase;
  readonly onFailed: (thrown: unknown) => void;
}

/** Brings what earlier pages have stashed into the store, in its order. A record that the device refuses stays. Never rejects. */
export async function adopt({ stash, outbox, db, onFailed }: Adoption, records: readonly (StashedDraft | StashedSave)[]): Promise<void> {
  const refused: StashedDraft[] = [];
  /** `work`: false where the record is to stay. */
  const one = async (id: string, work: () => Promise<boolean>) => {
    try {
      if (await work()) stash.end(id, true);
    } catch (thrown) {
      onFailed(thrown);
    }
  };
  for (const record of records)
    await one(record.id, async () => {
      if (record.kind === 'draft') return adoptDraft(db, record);
      const result = await outbox.adopt(record);
      if (result.kind === 'enqueued') return true;
      if (result.kind === 'refused' && isOfDevice(result.code)) return false;
      const draft = givenBack(record);
      if (draft) refused.push(draft);
      return false;
    });
  // After all drafts: the page has left out of its later ones what the save had.
  for (const draft of refused) await one(draft.id, () => adoptDraft(db, draft, true));
}

/** What a save that could not be appended gives back to its form; null where it has none, which `Outbox.adopt` refuses only for the device. */
function givenBack({ id, userId, tab, at, order, draft }: StashedSave): StashedDraft | null {
  const [screen] = draft?.screens ?? [];
  if (!draft || screen === undefined) return null;
  const { websiteId, values, base, replaces } = draft;
  return { kind: 'draft', id, userId, tab, at, websiteId, screen, values, base, order, ...(replaces === undefined ? {} : { replaces }) };
}

/**
 * Writes a draft that its page could only stash: under the tab of that page, once, and not over a later one of that tab. `isGivenBack`: it is
 * that of a save which was not appended, and joins what else the page has left of the form. True: it is dealt with.
 */
async function adoptDraft(db: ClientDatabase, stashed: StashedDraft, isGivenBack = false): Promise<true> {
  const { id, tab, at, replaces, values, base, order, ...place } = stashed;
  const own = { values, base, savedAt: at, ...(order === undefined ? {} : { order }) };
  await db.transaction('rw', [db.tabDrafts, db.idMap, db.meta], async () => {
    if (await hasMark(db, id)) return;
    await putMark(db, id);
    const { current, rows } = await draftsAt(db, place);
    if (!isGivenBack && rows.some((row) => row.tab === tab && isLaterDraft(row, own))) return;
    const gone = rows.filter((row) => isReplaced(row, tab, replaces));
    await db.tabDrafts.bulkDelete(gone.flatMap(({ seq }) => seq ?? []));
    const others = isGivenBack ? gone.filter((row) => row.tab === tab) : [];
    const joined = [own, ...others].toSorted((a, b) => (isLaterDraft(a, b) ? 1 : isLaterDraft(b, a) ? -1 : 0));
    const left = {
      values: Object.assign({}, ...joined.map((row) => row.values)),
      base: Object.assign({}, ...joined.map((row) => row.base)),
    };
    if (Object.keys(left.values).length === 0) return;
    const { userId, websiteId } = place;
    const { savedAt, order: last } = joined.at(-1) ?? own;
    const placed = { savedAt, ...(last === undefined ? {} : { order: last }) };
    await db.tabDrafts.add({ userId, websiteId, screen: current, tab, ...left, ...placed, isAdopted: true });
  });
  return true;
}
