import { findableOf } from './findable.ts';
import type { ClientDatabase } from './stores.ts';

/**
 * Moves drafts of schema version 1, one per screen for all tabs, to the table of drafts per tab. They get the name of a tab that is
 * never open, so that the next opening of their screen offers them. Runs at each start: a tab that still runs version 1 goes on
 * writing the old table. Inside a transaction over both tables.
 */
export async function carryOverDrafts(db: ClientDatabase): Promise<void> {
  const shared = await db.drafts.toArray();
  if (shared.length === 0) return;
  for (const draft of shared.toSorted((a, b) => a.savedAt - b.savedAt)) {
    const { userId, websiteId, screen } = draft;
    const earlier = await db.tabDrafts
      .where('[userId+websiteId+screen+tab]')
      .equals([userId, websiteId, screen, tabOfVersion1])
      .primaryKeys();
    await db.tabDrafts.bulkDelete(earlier);
    await db.tabDrafts.add({ ...draft, tab: tabOfVersion1 });
  }
  await db.drafts.toCollection().delete();
}

/**
 * Entries that version 1 wrote after the upgrade, where it was rolled back or runs in a tab that was not reloaded, are in no index of
 * version 2. Inside a transaction over the outbox.
 */
export async function indexLateEntries(db: ClientDatabase): Promise<void> {
  for (const stored of await db.outbox.toArray())
    if (stored['record'] === undefined) await db.outbox.put({ ...stored, ...findableOf(stored) });
}

/** No tab has this name. */
const tabOfVersion1 = 'version 1';
