import { and, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Category, type WireValue, wireValueSchema } from '#contract/entities/setting.ts';
import { sameJson } from '#contract/json.ts';
import type { Field } from '#contract/settings/field.ts';
import { settingOf, settingsScreens } from '#contract/settings/index.ts';
import { categoryOf, fieldsOf } from '#contract/settings/screen.ts';
import { wireType } from '#contract/settings/wire.ts';
import type { Database } from '../connect.ts';
import { settingCategories, settings } from '../tables/websites.ts';
import type { CheckedWrite } from './check.ts';

type Row = typeof settings.$inferSelect;
type Versions = ReadonlyMap<Category, number>;

export const categoryTag = (category: Category, version: number): string => `"${category}-${version}"`;

/** A value that is not a list reads as nothing: it was not written by this server. */
export function storedValue(stored: unknown): WireValue {
  const read = v.safeParse(wireValueSchema, stored);
  return read.success ? read.output : null;
}

/** A stored row as the API answers it; of a secret, only whether it is set. */
export function settingAnswer(row: Row) {
  const field = settingOf(row.key)?.field;
  const value = storedValue(row.value);
  const more = { label: field?.label ?? null, type: row.type, category: row.category, updated_at: row.updatedAt.toISOString() };
  if (field?.secret !== true) return { key: row.key, value, ...more };
  return { key: row.key, value: null, ...more, is_set: value !== null && value[0] !== '' };
}

type Answer = ReturnType<typeof settingAnswer>;

/** Adds the secrets that were never set: a form must be able to say so. `fields`: those to look at, default the category's. */
export function withUnsetSecrets(found: readonly Answer[], fields: readonly Field[] | undefined, category: Category) {
  const known = fields ?? settingsScreens.flatMap((screen) => fieldsOf(screen).filter((field) => categoryOf(screen, field) === category));
  const missing = known.filter((field) => field.secret === true && !found.some((answer) => answer.key === field.key));
  return [
    ...found,
    ...missing.map((field) => ({ key: field.key, value: null, label: field.label, type: wireType(field), category, is_set: false })),
  ];
}

export async function readVersion(db: Database, websiteId: number, category: Category): Promise<number> {
  const [row] = await db
    .select({ version: settingCategories.version })
    .from(settingCategories)
    .where(and(eq(settingCategories.websiteId, websiteId), eq(settingCategories.category, category)));
  return row?.version ?? 0;
}

/** Locks the rows of the categories until the transaction ends. They come sorted, so that two saves never wait for each other. */
export async function lockCategories(tx: Database, websiteId: number, sorted: readonly Category[]): Promise<Versions> {
  const versions = new Map<Category, number>();
  for (const category of sorted) {
    const [row] = await tx
      .insert(settingCategories)
      .values({ websiteId, category, version: 0 })
      .onConflictDoUpdate({
        target: [settingCategories.websiteId, settingCategories.category],
        set: { version: sql`${settingCategories.version}` },
      })
      .returning({ version: settingCategories.version });
    versions.set(category, row?.version ?? 0);
  }
  return versions;
}

/** Writes what differs and raises the version of each category in which something did. The categories must be locked. */
export async function writeSettings(tx: Database, websiteId: number, writes: readonly CheckedWrite[], versions: Versions, now: Date) {
  const keys = writes.map((write) => write.key);
  const mine = and(eq(settings.websiteId, websiteId), inArray(settings.key, keys));
  const before = new Map((await tx.select().from(settings).where(mine)).map((row) => [row.key, row]));
  const changed = writes.filter((write) => {
    const row = before.get(write.key);
    return !row || !sameJson(storedValue(row.value), write.value) || row.category !== write.category || row.type !== write.type;
  });
  const after = new Map(versions);
  const written = changed.length === 0 ? [] : await upsert(tx, websiteId, changed, now);
  for (const category of new Set(changed.map((write) => write.category))) {
    const version = (versions.get(category) ?? 0) + 1;
    after.set(category, version);
    await tx
      .update(settingCategories)
      .set({ version })
      .where(and(eq(settingCategories.websiteId, websiteId), eq(settingCategories.category, category)));
  }
  const byKey = new Map([...before.values(), ...written].map((row) => [row.key, row]));
  return { settings: keys.flatMap((key) => byKey.get(key) ?? []).map(settingAnswer), versions: after };
}

function upsert(tx: Database, websiteId: number, writes: readonly CheckedWrite[], now: Date): Promise<Row[]> {
  return tx
    .insert(settings)
    .values(writes.map((write) => ({ websiteId, ...write, updatedAt: now })))
    .onConflictDoUpdate({
      target: [settings.websiteId, settings.key],
      set: {
        value: sql`excluded.value`,
        category: sql`excluded.category`,
        type: sql`excluded.type`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
    .returning();
}
