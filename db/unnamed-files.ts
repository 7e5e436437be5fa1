import { uploadTarget } from '#contract/resources/files.ts';
import type { QueueDeps } from './outbox-writes.ts';
import { dequeue } from './outbox-writes.ts';
import { readable, readQueue, sameTarget } from './outbox-entries.ts';

/** Settings of a website that hold files. */
export interface UploadsPlace {
  readonly userId: string;
  readonly websiteId: string;
  readonly settingKeys: readonly string[];
}

/** How long a form may take until its draft names what was chosen, ms. */
const draftedMs = 2_000;

/**
 * Drops uploads that nothing names, whatever the settings of `place` hold; answers the ids of their files. `otherTabs`: those
 * that are open, whose forms may hold what was chosen there. Inside a transaction.
 */
export async function dropUnnamed(
  deps: QueueDeps,
  place: UploadsPlace,
  held: readonly string[],
  otherTabs: readonly string[],
): Promise<readonly string[]> {
  const { db, now } = deps;
  const { userId, websiteId, settingKeys } = place;
  const targets = settingKeys.map((key) => ({ target: uploadTarget(websiteId, key) }));
  const named = [...held, ...(await db.tabDrafts.where('userId').equals(userId).toArray()).map((draft) => JSON.stringify(draft.values))];
  const stored = await db.outbox.where('userId').equals(userId).toArray();
  const dropped: string[] = [];
  for (const entry of readable(await readQueue(db, userId))) {
    const isOurs = targets.some((target) => sameTarget(entry, target));
    if (!isOurs || entry.status === 'sending' || entry.createdAt > now() - draftedMs) continue;
    // By their text: what a newer version wrote names files too.
    const others = stored.filter((other) => other['opId'] !== entry.opId).map((other) => JSON.stringify(other));
    if (entry.fileIds.some((id) => [...named, ...others].some((text) => text.includes(id)))) continue;
    const files = await db.files.bulkGet([...entry.fileIds]);
    if (files.some((file) => file?.tab !== undefined && otherTabs.includes(file.tab))) continue;
    await dequeue(db, entry, 'discarded', now());
    dropped.push(...entry.fileIds);
  }
  return dropped;
}
