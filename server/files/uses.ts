import { is, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import { blockPath } from '#contract/blocks/paths.ts';
import type { FileUse } from '#contract/entities/file.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { limits } from '#contract/limits.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { themeOf } from '../blocks/store.ts';
import type { Database } from '../connect.ts';
import { served } from '../resources/served.gen.ts';
import * as blockTables from '../tables/blocks.ts';
import * as contentTables from '../tables/content.ts';
import { files } from '../tables/files.ts';
import * as serviceTables from '../tables/service.ts';
import * as websiteTables from '../tables/websites.ts';
import { uuidPattern } from '../uuid.ts';

/** The places where a file is used: the first few by name, and the total number. */
export interface FileUses {
  readonly places: readonly FileUse[];
  readonly total: number;
}

const none: FileUses = { places: [], total: 0 };

/** Tables of a website that do not count as a use: the files themselves, and rendered pages. */
const passedOver: readonly PgTable[] = [files, serviceTables.renderedPages];

/** A table whose rows belong to a website: by its own column, or through the row that they belong to. */
interface Source {
  readonly table: PgTable;
  readonly name: string;
  readonly websiteId: PgColumn;
  /** All columns that can contain a file's id or its address. */
  readonly texts: readonly PgColumn[];
  readonly parent: { readonly table: PgTable; readonly on: SQL } | null;
}

const columnOf = (table: PgTable, name: string): PgColumn | undefined =>
  getTableConfig(table).columns.find((column) => column.name === name);

/**
 * Every table that may name a file, derived from the table definitions: a new one is searched as soon as it is exported there, or holds a
 * resource's records. A test checks that no other table belongs to a website.
 */
export const fileSources: readonly Source[] = [
  ...new Set(
    [websiteTables, blockTables, contentTables, serviceTables]
      .flatMap((module) => Object.values(module))
      .filter((value): value is PgTable => is(value, PgTable))
      .concat(served.map(({ table }) => table)),
  ),
].flatMap((table) => sourceOf(table) ?? []);

function sourceOf(table: PgTable): Source | null {
  if (passedOver.includes(table)) return null;
  const { name, columns, foreignKeys } = getTableConfig(table);
  const texts = columns.filter((column) => column.columnType === 'PgText' || column.columnType === 'PgJsonb');
  if (texts.length === 0) return null;
  const own = columnOf(table, 'website_id');
  if (own) return { table, name, websiteId: own, texts, parent: null };
  for (const key of foreignKeys) {
    const { columns: from, foreignTable, foreignColumns: to } = key.reference();
    const websiteId = passedOver.includes(foreignTable) ? undefined : columnOf(foreignTable, 'website_id');
    if (websiteId && from[0] && to[0])
      return { table, name, websiteId, texts, parent: { table: foreignTable, on: sql`${from[0]} = ${to[0]}` } };
  }
  return null;
}

/** The name of a row is in the first of these columns that its table has. */
const labelColumns = ['label', 'title', 'name', 'author', 'address'] as const;

/** A column's text; empty where the table has no such column. */
function textOf(table: PgTable | undefined, names: readonly string[]): SQL {
  const column = table && names.map((name) => columnOf(table, name)).find((found) => found !== undefined);
  return column ? sql`coalesce(${column}::text, '')` : sql`''`;
}

function searchOf({ table, name, websiteId, texts, parent }: Source, website: number, ids: SQL): SQL {
  // An address may have its hyphens encoded and still work.
  const text = sql`concat_ws(' ', ${sql.join(
    texts.map((column) => sql`replace(replace(${column}::text, '%2D', '-'), '%2d', '-')`),
    sql`, `,
  )})`;
  const from = parent ? sql`${table} join ${parent.table} on ${parent.on}` : sql`${table}`;
  return sql`select ${name}::text as source, named.id as file_id, ${textOf(table, labelColumns)} as label, ${textOf(table, ['key'])} as key,
    ${textOf(parent?.table, labelColumns)} as parent_label, ${textOf(parent?.table, ['key'])} as parent_key, ${textOf(parent?.table, ['id'])} as parent_id
    from ${from} cross join lateral (select distinct match[1] as id from regexp_matches(${text}, ${`(${uuidPattern})`}, 'g') as match) as named
    where ${websiteId} = ${website} and named.id in (${ids})`;
}

interface Found {
  readonly source: string;
  readonly label: string;
  readonly key: string;
  readonly parentLabel: string;
  readonly parentKey: string;
  readonly parentId: string;
}

/**
 * Where each of these files of a website is used: in settings, blocks, content, and anything else a website stores that contains a file's
 * id, even in an address within a text. Uses that are still pending on a device are not known here.
 */
export async function usesOf(db: Database, websiteId: number, fileIds: readonly string[]): Promise<(fileId: string) => FileUses> {
  if (fileIds.length === 0) return () => none;
  const ids = sql.join(
    fileIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const everywhere = sql.join(
    fileSources.map((source) => searchOf(source, websiteId, ids)),
    sql` union all `,
  );
  const counted = sql`(select *, count(*) over (partition by file_id) as total,
    row_number() over (partition by file_id order by source <> 'settings', source, parent_label, label, key) as place
    from (${everywhere}) as uses) as counted`;
  const rows = await db
    .select({
      fileId: sql<string>`file_id`,
      total: sql`total`.mapWith(Number),
      source: sql<string>`source`,
      label: sql<string>`label`,
      key: sql<string>`key`,
      parentLabel: sql<string>`parent_label`,
      parentKey: sql<string>`parent_key`,
      parentId: sql<string>`parent_id`,
    })
    .from(counted)
    .where(sql`place <= ${limits.usesPerFile}`)
    .orderBy(sql`file_id`, sql`place`);
  const theme = rows.some((row) => row.source === 'block_settings') ? await themeOf(db, websiteId) : null;
  const byFile = Map.groupBy(rows, (row) => row.fileId);
  return (fileId) => {
    const found = byFile.get(fileId);
    return found ? { places: found.map((row) => placeOf(row, theme)), total: found[0]?.total ?? 0 } : none;
  };
}

function placeOf(row: Found, theme: ThemeKey | null): FileUse {
  if (row.source === 'settings') {
    const screen = settingsScreens.find((candidate) => fieldsOf(candidate).some((field) => field.key === row.key));
    const field = screen && fieldsOf(screen).find((candidate) => candidate.key === row.key);
    return screen && field ? { label: `${screen.title}: ${field.label}`, path: screen.path } : { label: `Setting ${row.key}`, path: null };
  }
  if (row.source === 'block_settings') {
    const declaration = theme === null ? undefined : blockDeclaration(theme, row.parentKey);
    const setting = declaration && defaultSettings(declaration).find((candidate) => candidate.key === row.key);
    return { label: `Homepage: ${row.parentLabel}, ${setting?.label ?? row.key}`, path: blockPath(row.parentId) };
  }
  const title = `${row.source.charAt(0).toUpperCase()}${row.source.slice(1).replaceAll('_', ' ')}`;
  const named = row.label || row.parentLabel || row.key;
  return { label: named === '' ? title : `${title}: ${named}`, path: null };
}

/** "Company Branding: Primary logo, Header: Logo and 3 more places". */
export function placesText({ places, total }: FileUses): string {
  const named = places.slice(0, 3);
  const more = total - named.length;
  const listed = named.map((place) => place.label).join('; ');
  return more > 0 ? `${listed}; and ${more} more ${more === 1 ? 'place' : 'places'}` : listed;
}
