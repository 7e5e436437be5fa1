import { uploadTarget } from '#contract/resources/files.ts';
import { type OutboxDeps, dequeue } from './outbox-writes.ts';
import { readable, readOutbox, sameTarget } from './outbox-entries.ts';

/** Settings of a website whose values are files. */
export interface UploadsPlace {
  readonly userId: string;
  readonly websiteId: string;
  readonly settingKeys: readonly string[];
}

/** How long a form may take to store a draft that names a chosen file, ms. */
const draftedMs = 2_000;

/**
 * Drops uploads that neither an entry nor a draft names and `keptIds` does not list; returns the ids of their files. `otherTabs`: open tabs,
 * whose forms may have files that were chosen there. Inside a transaction.
 */
export async function dropUnnamed(
  deps: OutboxDeps,
  place: UploadsPlace,
  keptIds: readonly string[],
  otherTabs: readonly string[],
): Promise<readonly string[]> {
  const { db, now } = deps;
  const { userId, websiteId, settingKeys } = place;
  const targets = settingKeys.map((key) => ({ target: uploadTarget(websiteId, key) }));
  const named = [...keptIds, ...(await db.tabDrafts.where('userId').equals(userId).toArray()).map((draft) => JSON.stringify(draft.values))];
  const stored = await db.outbox.where('userId').equals(userId).toArray();
  const dropped: string[] = [];
  for (const entry of readable(await readOutbox(db, userId))) {
    const isOfPlace = targets.some((target) => sameTarget(entry, target));
    if (!isOfPlace || entry.status === 'sending' || entry.createdAt > now() - draftedMs) continue;
    // Searches the text, since entries of a newer version name files too.
    const others = stored.filter((other) => other['opId'] !== entry.opId).map((other) => JSON.stringify(other));
    if (entry.fileIds.some((id) => [...named, ...others].some((text) => text.includes(id)))) continue;
    const files = await db.files.bulkGet([...entry.fileIds]);
    if (files.some((file) => file?.tab !== undefined && otherTabs.includes(file.tab))) continue;
    await dequeue(db, entry, 'discarded', now());
    dropped.push(...entry.fileIds);
  }
  return dropped;
}
