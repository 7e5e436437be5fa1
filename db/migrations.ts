import { findableOf } from './findable.ts';
import type { ClientDatabase } from './stores.ts';

/**
 * Version 1 kept one draft of a screen for all tabs: each becomes the draft of a tab that is not open any more, so that the
 * next opening of its screen offers it. The table stays, for a tab that still runs version 1 would make it anew, and is looked
 * through at each start. Inside a transaction over both tables.
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
 * Entries that an older version wrote after the upgrade, where it was rolled back or runs in a tab that was not reloaded, lack what
 * this version finds entries by. Inside a transaction over the outbox.
 */
export async function indexLateEntries(db: ClientDatabase): Promise<void> {
  for (const stored of await db.outbox.toArray()) {
    const missing = Object.entries(findableOf(stored)).filter(([field]) => stored[field] === undefined);
    if (missing.length > 0) await db.outbox.put({ ...stored, ...Object.fromEntries(missing) });
  }
}

/** No tab has this name. */
const tabOfVersion1 = 'version 1';
