import type { Drafts } from './drafts.ts';
import { isOfDevice } from './adopted-save.ts';
import type { Outbox } from './outbox.ts';
import type { Stash, StashedDraft, StashedSave } from './stash.ts';

interface Adoption {
  readonly stash: Stash;
  readonly outbox: Pick<Outbox, 'adopt'>;
  readonly drafts: Pick<Drafts, 'adopt'>;
  readonly onFailed: (thrown: unknown) => void;
}

/** Brings what earlier pages have stashed into the store, in its order. A record that the device refuses stays. Never rejects. */
export async function adopt(
  { stash, outbox, drafts, onFailed }: Adoption,
  records: readonly (StashedDraft | StashedSave)[],
): Promise<void> {
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
      if (record.kind === 'draft') return drafts.adopt(record);
      const result = await outbox.adopt(record);
      if (result.kind === 'enqueued') return true;
      if (result.kind === 'refused' && isOfDevice(result.code)) return false;
      const draft = givenBack(record);
      if (draft) refused.push(draft);
      return false;
    });
  // After all drafts: the page has left out of its later ones what the save had.
  for (const draft of refused) await one(draft.id, () => drafts.adopt(draft, true));
}

/** What a save that could not be appended gives back to its form; null where it has none, which `Outbox.adopt` refuses only for the device. */
function givenBack({ id, userId, tab, at, draft }: StashedSave): StashedDraft | null {
  const [screen] = draft?.screens ?? [];
  if (!draft || screen === undefined) return null;
  const { websiteId, values, base, replaces } = draft;
  return { kind: 'draft', id, userId, tab, at, websiteId, screen, values, base, ...(replaces === undefined ? {} : { replaces }) };
}
