import { recordVersion } from './migrate-entry.ts';
import type { ClientDatabase } from './stores.ts';

/** Entries of this version have all index fields. Counts alone: ten thousand entries take little longer than ten. */
export async function areAllOfThisVersion(db: ClientDatabase): Promise<boolean> {
  const [all, ofThisVersion] = await Promise.all([
    db.outbox.toCollection().count(),
    db.outbox.where('recordVersion').equals(recordVersion).count(),
  ]);
  return all === ofThisVersion;
}

/** Whether an older version may have written a draft or an entry since the upgrade, which no screen sees before it is carried over. */
export function mayHaveLateRows(db: ClientDatabase): Promise<boolean> {
  return db.transaction('r', [db.drafts, db.outbox], async () => {
    const [drafts, isOneVersion] = await Promise.all([db.drafts.toCollection().count(), areAllOfThisVersion(db)]);
    return drafts > 0 || !isOneVersion;
  });
}
