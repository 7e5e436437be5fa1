import { inArray } from 'drizzle-orm';
import { syncs } from '../tables/syncs.ts';
import type { ResourceHooks } from './resource.ts';

export const hooks: ResourceHooks = {
  joined: async (db, rows) => {
    const ids = rows.map((row) => Number(row['listing_source_id']));
    const found = ids.length === 0 ? [] : await db.select().from(syncs).where(inArray(syncs.id, ids));
    const byId = new Map(found.map((sync) => [sync.id, sync]));
    return rows.map((row) => {
      const sync = byId.get(Number(row['listing_source_id']));
      const shown = sync && {
        label: sync.label,
        source_name: sync.sourceName,
        sync_frequency: sync.syncFrequency,
        last_run: sync.lastRun?.toISOString() ?? null,
        last_error: sync.lastError,
        last_result: sync.lastResult,
        would_remove: sync.wouldRemove,
      };
      return { ...row, website: row['website_id'], listing_source: shown ?? null };
    });
  },
};
