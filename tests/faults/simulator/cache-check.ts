import { blockSchema } from '#contract/entities/block.ts';
import { settingSchema } from '#contract/entities/setting.ts';
import { type Json, sameJson } from '#contract/json.ts';
import { blocksKey, settingsKey } from '#contract/cache-keys.ts';
import * as v from 'valibot';
import type { Browser } from './browser.ts';
import { contactKey, contactRecord, contactsRecord } from './contacts.ts';
import { secret } from './fake-server.ts';
import { inModel, placeOfWebsite, type WebsiteId, websiteIds } from './places.ts';
import type { Effect } from './server-request.ts';
import { settingsFields } from './step.ts';

/**
 * Where this device made the last confirmed write of a field, its cache must hold the value of that write, and not an older read. Returns
 * the fields for which that is not so. Call it only while the user has no pending entries.
 */
export function staleFields({ server, disk }: Pick<Browser, 'server' | 'disk'>, userId: string): readonly string[] {
  const { resources, log } = disk.tables;
  const confirmed = new Set(log.rows().flatMap(({ opId, outcome }) => (outcome === 'done' ? [opId] : [])));
  // The device does not know of an entry that was discarded and still had its effect.
  const isOurs = (effect: Effect | undefined) => effect?.author === userId && effect.key !== null && confirmed.has(effect.key);
  const last = new Map<string, Effect>();
  for (const effect of server.effects) if (effect.kind === 'field') last.set(`${effect.record} ${effect.field}`, effect);
  const stale: string[] = [];
  for (const websiteId of websiteIds)
    for (const [category, keys] of settingsFields) {
      const cached = v.safeParse(v.array(settingSchema), resources.get([userId, settingsKey(websiteId, category)])?.data);
      if (!cached.success) continue;
      for (const key of keys) {
        const effect = last.get(`settings/${websiteId}/${category} ${key}`);
        const value = cached.output.find((setting) => setting.key === key)?.value ?? null;
        if (effect && isOurs(effect) && !sameJson(value, effect.value))
          stale.push(`${websiteId} ${key}: ${JSON.stringify(value)}, not ${JSON.stringify(effect.value)}`);
      }
    }
  for (const effect of last.values()) {
    if (!effect.record.startsWith(contactRecord('')) || !isOurs(effect)) continue;
    const data = resources.get([userId, contactKey(effect.record.slice(contactRecord('').length))])?.data ?? null;
    const cached = data === null ? undefined : (data as Readonly<Record<string, Json>>)[effect.field];
    if (cached !== undefined && !sameJson(cached, effect.value))
      stale.push(`${effect.record} ${effect.field}: ${JSON.stringify(cached)}, not ${JSON.stringify(effect.value)}`);
  }
  for (const effect of server.effects) {
    if (effect.kind !== 'deleted' || effect.record !== contactsRecord || !isOurs(effect)) continue;
    if ((resources.get([userId, contactKey(effect.field)])?.data ?? null) !== null) stale.push(`contact ${effect.field} is still there`);
  }
  return [...stale, ...websiteIds.flatMap((websiteId) => staleBlocks({ server, disk }, userId, websiteId, isOurs, last))];
}

function staleBlocks(
  { server, disk }: Pick<Browser, 'server' | 'disk'>,
  userId: string,
  websiteId: WebsiteId,
  isOurs: (effect: Effect) => boolean,
  last: ReadonlyMap<string, Effect>,
): readonly string[] {
  const stale: string[] = [];
  const data = disk.tables.resources.get([userId, blocksKey(websiteId)])?.data ?? null;
  const list = v.safeParse(v.array(blockSchema), inModel(placeOfWebsite(websiteId), data));
  if (!list.success) return stale;
  const blocks = new Map(list.output.map((block) => [block.id, block]));
  const there = new Set(server.blocksOf(websiteId).map(({ id }) => id));
  for (const effect of server.effects) {
    if (!isOurs(effect)) continue;
    const made = String(effect.value);
    if (effect.record !== `blocks/${websiteId}`) continue;
    if (effect.kind === 'created' && there.has(made) && !blocks.has(made)) stale.push(`block ${effect.field} is missing`);
    if (effect.kind === 'deleted' && blocks.has(effect.field)) stale.push(`block ${effect.field} is still there`);
    const [id = '', kind, key] = effect.field.split('/');
    const block = blocks.get(id);
    if (effect.kind !== 'field' || kind === undefined || !block || last.get(`${effect.record} ${effect.field}`) !== effect) continue;
    const value = (kind === 'enabled' ? block.enabled : block.settings?.find((setting) => setting.key === key)?.value) ?? null;
    if (!sameJson(value, effect.value)) stale.push(`${effect.field}: ${JSON.stringify(value)}, not ${JSON.stringify(effect.value)}`);
  }
  return stale;
}

/** The tables in which a stored secret is searched for. */
export function leakingTables({ disk }: Pick<Browser, 'disk'>): readonly string[] {
  return Object.entries(disk.tables).flatMap(([name, table]) => (JSON.stringify(table.rows()).includes(secret) ? [name] : []));
}
