import { overlaySettings, parseSettingsBody, settingsTarget, settingsWithServerIds } from '#contract/resources/settings.ts';
import { asWire, type Category, type Setting, settingSchema, type WireValue } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import { type EntryError, type EntryStatus, isStopped, type OutboxEntry } from '#contract/outbox-entry.ts';
import * as v from 'valibot';
import { type CacheDeps, type Cached, cachedIn } from './cache.ts';
import type { IdMap } from '#contract/resources/mutation.ts';
import { type KnownRecords, knownName } from './known-records.ts';
import { dataEpochKey } from './epochs.ts';
import { readEntry } from './migrate-entry.ts';
import { idMapOf, isForAttention, readable, readRowsOf } from './outbox-entries.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import type { CacheRow, ClientDatabase } from './stores.ts';

/** A pending save of a field. `message`: why the save of this field failed, where the server said so. */
export interface PendingField {
  readonly opId: string;
  readonly status: EntryStatus;
  readonly message: string | null;
  /** It creates a record that may be on the server already. */
  readonly isUncertain?: true;
  /** The server's value when the edit began; left out of a field in conflict. */
  readonly began?: WireValue;
  /** The error of the last failed attempt, of a save that is tried again. */
  readonly tried?: EntryError;
  /** The error of the last attempt, once so many have failed that a person should see it. The save is still tried. */
  readonly stuck?: EntryError;
  /** Where somebody else changed the same field: the server's value, and who wrote it where the API says so. */
  readonly theirs?: { readonly value: WireValue; readonly at: string | null; readonly by: string | null };
}

/** A category as a screen shows it. `stored` is the server state; null: never read. */
export interface SettingsReading {
  readonly stored: readonly Setting[] | null;
  readonly settings: readonly Setting[];
  readonly pendingFields: Readonly<Record<string, PendingField>>;
  /** The values that our own last confirmed saves wrote, by key. */
  readonly confirmedWrites: Readonly<Record<string, WireValue>>;
  readonly fetchedAt: number | null;
  readonly etag: string | null;
}

export type ReadSettings = (userId: string, websiteId: string, category: Category) => Promise<SettingsReading>;

/** Applies the pending mutations to the cache, in the order of the outbox. Reads one consistent state of both. */
export function readSettings(
  db: ClientDatabase,
  onMalformed: CacheDeps['onMalformed'],
  userId: string,
  websiteId: string,
  category: Category,
  known: KnownRecords,
): Promise<SettingsReading> {
  return db.transaction('r', [db.resources, db.outbox, db.idMap, db.meta], async () => {
    const key = settingsKey(websiteId, category);
    const [cached, entries, epoch, idMap] = await Promise.all([
      db.resources.get([userId, key]),
      readRowsOf(db, userId, settingsTarget(websiteId, category)),
      db.meta.get(dataEpochKey(userId)),
      idMapOf(db, userId),
    ]);
    known.set(category, { name: knownName(userId, key), epoch, cached, entries });
    return readingOf(cached, key, onMalformed, readable(entries.map(readEntry)), idMap);
  });
}

/** The reading of a cached category, whose row has this key, with the entries that are pending for it. */
export function readingOf(
  row: CacheRow | undefined,
  key: string,
  onMalformed: CacheDeps['onMalformed'],
  entries: readonly OutboxEntry[] = [],
  idMap: IdMap = new Map(),
): SettingsReading {
  return {
    ...applyPending(cachedIn(row, key, v.array(settingSchema), onMalformed), entries, idMap),
    confirmedWrites: Object.fromEntries(Object.entries(confirmedValuesIn(row)).map(([field, value]) => [field, asWire(value)])),
  };
}

function applyPending(
  cached: Cached<Setting[]> | null,
  entries: readonly OutboxEntry[],
  idMap: IdMap,
): Omit<SettingsReading, 'confirmedWrites'> {
  const pendingFields: Record<string, PendingField> = {};
  let settings: readonly Setting[] = cached?.data ?? [];
  for (const entry of entries) {
    const parsed = parseSettingsBody(entry.body);
    if (!parsed) continue;
    const { body, base } = settingsWithServerIds({ body: parsed, base: entry.base }, idMap);
    settings = overlaySettings(settings, body.settings);
    // Of an entry in conflict only the disputed fields need a choice; its other fields are pending.
    const asked = entry.status === 'conflict' ? entry.lastError?.theirs : undefined;
    for (const { key } of body.settings) {
      const status: EntryStatus = asked && !(key in asked) ? 'pending' : entry.status;
      const mark = { opId: entry.opId, status, message: entry.lastError?.fields[key] ?? null, ...triedOf(entry) };
      const holder = cached?.data.find((setting) => setting.key === key);
      pendingFields[key] =
        asked && key in asked ? { ...mark, theirs: theirsOf(asked[key] ?? null, holder) } : { ...mark, ...beganOf({ base }, key) };
    }
  }
  return { stored: cached?.data ?? null, settings, pendingFields, fetchedAt: cached?.fetchedAt ?? null, etag: cached?.etag ?? null };
}

/** The base of a field, where its entry has one. */
export function beganOf({ base }: Pick<OutboxEntry, 'base'>, field: string): Pick<PendingField, 'began'> {
  const began = base[field];
  return began === undefined ? {} : { began: asWire(began) };
}

/** The last failed attempt of a save that is still tried. */
export function triedOf(entry: OutboxEntry): Pick<PendingField, 'tried' | 'stuck'> {
  if (isStopped(entry) || entry.lastError === null) return {};
  return { tried: entry.lastError, ...(isForAttention(entry) ? { stuck: entry.lastError } : {}) };
}

/** The server's value of a field in conflict. `holder`: the cached setting, which may say who wrote it and when. */
export function theirsOf(value: Json, holder?: Pick<Setting, 'updated_at' | 'updated_by'>): NonNullable<PendingField['theirs']> {
  return { value: asWire(value), at: holder?.updated_at ?? null, by: holder?.updated_by ?? null };
}

/** The values that our own last confirmed saves wrote to a cached record, by field. */
export async function confirmedValuesOf(db: ClientDatabase, userId: string, key: string): Promise<Readonly<Record<string, Json>>> {
  return confirmedValuesIn(await db.resources.get([userId, key]));
}

function confirmedValuesIn({ ours = {} }: Pick<CacheRow, 'ours'> = {}): Readonly<Record<string, Json>> {
  // A value that has somebody else's change too is not our own.
  return Object.fromEntries(Object.entries(ours).flatMap(([field, { value, own }]) => (own === undefined ? [[field, value]] : [])));
}
