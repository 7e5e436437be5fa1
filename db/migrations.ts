import { migratedEntries } from './index-fields.ts';
import type { ClientDatabase } from './stores.ts';

/**
 * Moves drafts of schema version 1, one per screen for all tabs, to the table of drafts per tab. They get the name of a tab that is never
 * open, so that their screen offers them. Runs at each start, since a tab that still runs version 1 writes to the old table. Inside a
 * transaction over both tables.
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
 * Migrates entries that an older version wrote after the upgrade, where it was rolled back or runs in a tab that was not reloaded. Inside a
 * transaction over the outbox.
 */
export async function migrateLateEntries(db: ClientDatabase): Promise<void> {
  await db.outbox.bulkPut(migratedEntries(await db.outbox.toArray()));
}

/** The tab name of carried-over drafts, which no tab has. */
const tabOfVersion1 = 'version 1';
