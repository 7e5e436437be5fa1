import type { Block } from '#contract/entities/block.ts';
import type { Setting } from '#contract/entities/setting.ts';
import { type Json, sameJson } from '#contract/json.ts';
import { blocksKey, settingsKey } from '#contract/cache-keys.ts';
import type { Browser } from './browser.ts';
import { contactKeyPrefix, contactPlacesOf, contactRecord } from './contacts.ts';
import { fieldsOfBlocks, secretKey } from './fake-server.ts';
import { inModel, placeOfWebsite, websiteIds } from './places.ts';
import { settingsFields } from './step.ts';

/** Upper bound for the writes between two checks of the clock. */
const clockMs = 1_000;

/**
 * Tracks which of the server's successive values each cached field holds. A field only moves forward; the exception is a value of this
 * device whose confirmation comes late.
 */
export class CacheHistory {
  private readonly reached = new Map<string, number>();
  private readonly revisions = new Map<string, number>();
  /** The state of each record at the last check. */
  private readonly looked = new WeakSet();

  /** Each write has its own number: otherwise the answer to an earlier request would pass for the newest. */
  constructor({ disk, hits, onViolation }: Pick<Browser, 'disk' | 'hits' | 'onViolation'>) {
    disk.tables.resources.onWrite = ({ userId, key, revision, data }, before) => {
      const place = `${userId} ${key}`;
      // A record that was removed starts again, ordered by the clock.
      const last = before?.revision ?? (hits.has('jump') ? 0 : (this.revisions.get(place) ?? 0) - clockMs);
      // A change of the record's other columns is not a new reading.
      const isSame = revision === before?.revision && sameJson(data, before.data);
      if (revision <= last && !isSame) onViolation('stale cache', `${key} is written as ${revision} after ${last}`);
      this.revisions.set(place, revision);
    };
  }

  /** Reports fields in the cache of a user that the server never held, or held long before the value that was cached already. */
  check({ server, disk }: Pick<Browser, 'server' | 'disk'>, userId: string): readonly string[] {
    const found: string[] = [];
    const check = (record: string, field: string, value: Json) => {
      const held = server.historyOf(record, field);
      const place = `${userId} ${record} ${field}`;
      const from = this.reached.get(place) ?? 0;
      const at = held.findIndex((one, index) => index >= from && sameJson(one.value, value));
      const last = at >= 0 ? at : held.findLastIndex((one) => sameJson(one.value, value));
      if (last < 0) found.push(`${field} is ${JSON.stringify(value)}, which the server never held`);
      else if (at < 0 && held[last]?.author !== userId) found.push(`${field} is ${JSON.stringify(value)} again`);
      this.reached.set(place, Math.max(0, last));
    };
    const cached = (key: string): Json => {
      const row = disk.tables.resources.get([userId, key]);
      if (!row || this.looked.has(row)) return null;
      this.looked.add(row);
      return row.data;
    };
    for (const websiteId of websiteIds) {
      for (const [category] of settingsFields)
        for (const { key, value } of (cached(settingsKey(websiteId, category)) ?? []) as unknown as readonly Setting[])
          if (key !== secretKey) check(`settings/${websiteId}/${category}`, key, value);
      const blocks = inModel(placeOfWebsite(websiteId), cached(blocksKey(websiteId)) ?? []) as unknown as readonly Block[];
      for (const [field, value] of fieldsOfBlocks(blocks)) if (field !== 'order') check(`blocks/${websiteId}`, field, value);
    }
    for (const place of contactPlacesOf(userId)) {
      const prefix = contactKeyPrefix(place);
      for (const { userId: owner, key } of disk.tables.resources.rows())
        if (owner === userId && key.startsWith(prefix))
          for (const [field, value] of Object.entries(cached(key) ?? {}))
            if (field !== 'id') check(contactRecord(inModel(place, key.slice(prefix.length))), field, value);
    }
    return found;
  }
}
