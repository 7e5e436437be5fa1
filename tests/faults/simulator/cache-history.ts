import type { Block } from '#contract/entities/block.ts';
import type { Setting } from '#contract/entities/setting.ts';
import { type Json, sameJson } from '#contract/json.ts';
import { blocksKey, settingsKey } from '#contract/cache-keys.ts';
import type { Browser } from './browser.ts';
import { contactKeyPrefix, contactRecord } from './contacts.ts';
import { fieldsOfBlocks, secretKey } from './fake-server.ts';
import { settingsFields } from './step.ts';

/** So many writings may come within one look at the clock, and more. */
const clockMs = 1_000;

/**
 * How far each cached field is in what the server has held of it, one after the other. It goes on and never back, but to a value of
 * the device's own, whose confirmation comes late.
 */
export class CacheHistory {
  private readonly reached = new Map<string, number>();
  private readonly revisions = new Map<string, number>();
  /** Records as they were looked at. */
  private readonly looked = new WeakSet();

  /** Each writing has a number of its own: else an answer that was asked for before would pass for the newest. */
  constructor({ disk, hits, onViolation }: Pick<Browser, 'disk' | 'hits' | 'onViolation'>) {
    disk.tables.resources.onWrite = ({ userId, key, revision, data }, before) => {
      const place = `${userId} ${key}`;
      // What was removed begins anew, by the clock.
      const last = before?.revision ?? (hits.has('jump') ? 0 : (this.revisions.get(place) ?? 0) - clockMs);
      // What is noted beside it is no other reading.
      const isSame = revision === before?.revision && sameJson(data, before.data);
      if (revision <= last && !isSame) onViolation('stale cache', `${key} is written as ${revision} after ${last}`);
      this.revisions.set(place, revision);
    };
  }

  /** What the cache of a user holds that the server never did, or had held long before what was cached already. */
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
    for (const [category] of settingsFields)
      for (const { key, value } of (cached(settingsKey('w1', category)) ?? []) as unknown as readonly Setting[])
        if (key !== secretKey) check(`settings/w1/${category}`, key, value);
    for (const [field, value] of fieldsOfBlocks((cached(blocksKey('w1')) ?? []) as unknown as readonly Block[]))
      if (field !== 'order') check('blocks/w1', field, value);
    for (const { userId: owner, key } of disk.tables.resources.rows())
      if (owner === userId && key.startsWith(contactKeyPrefix))
        for (const [field, value] of Object.entries(cached(key) ?? {}))
          if (field !== 'id') check(contactRecord(key.slice(contactKeyPrefix.length)), field, value);
    return found;
  }
}
