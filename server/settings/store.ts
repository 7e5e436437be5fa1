import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Category } from '#contract/entities/setting.ts';
import { fullName } from '#contract/entities/user.ts';
import { sameJson } from '#contract/json.ts';
import type { Field } from '#contract/fields/field.ts';
import { settingOf, settingsScreens } from '#contract/settings/index.ts';
import { categoryOf, fieldsOf } from '#contract/settings/screen.ts';
import { wireType } from '#contract/fields/index.ts';
import type { SignedIn } from '../auth/tokens.ts';
import type { Database } from '../connect.ts';
import { users } from '../tables/identity.ts';
import { settingCategories, settings, websites } from '../tables/websites.ts';
import { type CheckedWrite, storedValue } from './check.ts';

type Row = typeof settings.$inferSelect;
type Writer = Pick<SignedIn, 'firstName' | 'lastName' | 'email'>;

/** A setting, and who wrote it last; null where that is unknown. */
interface WrittenSetting {
  readonly setting: Row;
  readonly writer: Writer | null;
}

type Versions = ReadonlyMap<Category, number>;

export const categoryTag = (category: Category, version: number): string => `"${category}-${version}"`;

/** The address first: Drizzle treats a left join as empty where its first column is null. */
export const writerColumns = { email: users.email, firstName: users.firstName, lastName: users.lastName };

/** Joins the last writer of a setting. Users of another account are never named, even if a website changes hands. */
export const isWriter = () => and(eq(users.id, settings.updatedBy), eq(users.accountId, websites.accountId));

/** A stored setting as the API answers it; for a secret, only whether it is set. */
export function settingAnswer({ setting, writer }: WrittenSetting) {
  const { key, type, category, updatedAt } = setting;
  const field = settingOf(key)?.field;
  const value = storedValue(setting.value);
  const updatedBy = writer && fullName({ name: null, first_name: writer.firstName, last_name: writer.lastName, email: writer.email });
  const more = { label: field?.label ?? null, type, category, updated_at: updatedAt.toISOString(), updated_by: updatedBy };
  if (field?.secret !== true) return { key, value, ...more };
  return { key, value: null, ...more, is_set: value !== null && value[0] !== '' };
}

type Answer = ReturnType<typeof settingAnswer>;

/** Adds the secrets that were never set, so that a form can show that. `fields`: the fields to check, by default the category's. */
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

/** Locks the rows of the categories until the transaction ends. They are sorted, so that two saves never deadlock. */
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

/** The website's settings of these keys, in the order of the keys. */
export async function loadSettings(db: Database, websiteId: number, keys: readonly string[]): Promise<readonly WrittenSetting[]> {
  const rows = await db
    .select({ setting: settings, writer: writerColumns })
    .from(settings)
    .innerJoin(websites, eq(websites.id, settings.websiteId))
    .leftJoin(users, isWriter())
    .where(and(eq(settings.websiteId, websiteId), inArray(settings.key, [...keys])));
  return keys.flatMap((key) => rows.find((row) => row.setting.key === key) ?? []);
}

interface SettingsSave {
  readonly websiteId: number;
  readonly writes: readonly CheckedWrite[];
  readonly versions: Versions;
  readonly user: SignedIn;
  readonly now: Date;
}

/** Writes the values that differ and raises the version of each category with a change. The categories must be locked. */
export async function writeSettings(tx: Database, { websiteId, writes, versions, user, now }: SettingsSave) {
  const keys = writes.map((write) => write.key);
  const before = new Map((await loadSettings(tx, websiteId, keys)).map((row) => [row.setting.key, row]));
  const changed = writes.filter((write) => {
    const row = before.get(write.key)?.setting;
    return !row || !sameJson(storedValue(row.value), write.value) || row.category !== write.category || row.type !== write.type;
  });
  const after = new Map(versions);
  const written = changed.length === 0 ? [] : await upsert(tx, changed, { websiteId, updatedAt: now, updatedBy: user.id });
  for (const category of new Set(changed.map((write) => write.category))) {
    const version = (versions.get(category) ?? 0) + 1;
    after.set(category, version);
    await tx
      .update(settingCategories)
      .set({ version })
      .where(and(eq(settingCategories.websiteId, websiteId), eq(settingCategories.category, category)));
  }
  const own = written.map((setting) => [setting.key, { setting, writer: user }] as const);
  const byKey = new Map<string, WrittenSetting>([...before, ...own]);
  return { settings: keys.flatMap((key) => byKey.get(key) ?? []).map(settingAnswer), versions: after };
}

function upsert(
  tx: Database,
  writes: readonly CheckedWrite[],
  of: Pick<typeof settings.$inferInsert, 'websiteId' | 'updatedAt' | 'updatedBy'>,
): Promise<Row[]> {
  return tx
    .insert(settings)
    .values(writes.map((write) => ({ ...of, ...write })))
    .onConflictDoUpdate({
      target: [settings.websiteId, settings.key],
      set: {
        value: sql`excluded.value`,
        category: sql`excluded.category`,
        type: sql`excluded.type`,
        updatedAt: sql`excluded.updated_at`,
        updatedBy: sql`excluded.updated_by`,
      },
    })
    .returning();
}
