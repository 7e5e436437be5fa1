import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import { blockPath } from '#contract/blocks/paths.ts';
import type { Use } from '#contract/entities/use.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { limits } from '#contract/limits.ts';
import { dialogPathOf, type ResourceDefinition } from '#contract/resources/define.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { upperFirst } from '#contract/upper-first.ts';
import { themeOf } from '../blocks/store.ts';
import type { Database } from '../connect.ts';

/** The places where something is used: the first few by name, and the total number. */
export interface Uses {
  readonly places: readonly Use[];
  readonly total: number;
}

const none: Uses = { places: [], total: 0 };

/** A table whose rows belong to a website: by its own column, or through the row that they belong to. */
export interface Source {
  readonly table: PgTable;
  readonly name: string;
  readonly websiteId: PgColumn;
  readonly parent: { readonly table: PgTable; readonly on: SQL } | null;
}

/** Where to look for uses in a table. */
export interface Search {
  readonly source: Source;
  /** A select of `id`: the ids that one row names, each once. */
  readonly named: SQL;
  /** The rows that can name one; all of them by default. */
  readonly where?: SQL;
  /** Of the table's records. */
  readonly definition?: ResourceDefinition | undefined;
}

export const columnOf = (table: PgTable, name: string): PgColumn | undefined =>
  getTableConfig(table).columns.find((column) => column.name === name);

/** Null for a table that belongs to no website, or through one of `passedOver`. */
export function sourceOf(table: PgTable, passedOver: readonly PgTable[] = []): Source | null {
  const { name, foreignKeys } = getTableConfig(table);
  const own = columnOf(table, 'website_id');
  if (own) return { table, name, websiteId: own, parent: null };
  for (const key of foreignKeys) {
    const { columns: from, foreignTable, foreignColumns: to } = key.reference();
    const websiteId = passedOver.includes(foreignTable) ? undefined : columnOf(foreignTable, 'website_id');
    if (websiteId && from[0] && to[0]) return { table, name, websiteId, parent: { table: foreignTable, on: sql`${from[0]} = ${to[0]}` } };
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

function selectOf({ source, named, where, definition }: Search, website: number, ids: SQL): SQL {
  const { table, name, websiteId, parent } = source;
  const from = parent ? sql`${table} join ${parent.table} on ${parent.on}` : sql`${table}`;
  return sql`select ${name}::text as source, named.id as used_id, ${textOf(table, definition ? [definition.nameKey] : labelColumns)} as label,
    ${textOf(table, ['key'])} as key, ${textOf(table, ['id'])} as own_id,
    ${textOf(parent?.table, labelColumns)} as parent_label, ${textOf(parent?.table, ['key'])} as parent_key, ${textOf(parent?.table, ['id'])} as parent_id
    from ${from} cross join lateral (${named}) as named
    where ${websiteId} = ${website} and named.id in (${ids})${where ? sql` and ${where}` : sql``}`;
}

interface Found {
  readonly source: string;
  readonly label: string;
  readonly key: string;
  readonly ownId: string;
  readonly parentLabel: string;
  readonly parentKey: string;
  readonly parentId: string;
}

/** Where each of these ids is used on a website. Uses that are still pending on a device are not known here. */
export async function findUses(
  db: Database,
  websiteId: number,
  wanted: readonly string[],
  searches: readonly Search[],
): Promise<(id: string) => Uses> {
  if (wanted.length === 0 || searches.length === 0) return () => none;
  const ids = sql.join(
    wanted.map((id) => sql`${id}`),
    sql`, `,
  );
  const everywhere = sql.join(
    searches.map((search) => selectOf(search, websiteId, ids)),
    sql` union all `,
  );
  const counted = sql`(select *, count(*) over (partition by used_id) as total,
    row_number() over (partition by used_id order by source <> 'settings', source, parent_label, label, key) as place
    from (${everywhere}) as uses) as counted`;
  const rows = await db
    .select({
      usedId: sql<string>`used_id`,
      total: sql`total`.mapWith(Number),
      source: sql<string>`source`,
      label: sql<string>`label`,
      key: sql<string>`key`,
      ownId: sql<string>`own_id`,
      parentLabel: sql<string>`parent_label`,
      parentKey: sql<string>`parent_key`,
      parentId: sql<string>`parent_id`,
    })
    .from(counted)
    .where(sql`place <= ${limits.usesListed}`)
    .orderBy(sql`used_id`, sql`place`);
  const theme = rows.some((row) => row.source === 'block_settings') ? await themeOf(db, websiteId) : null;
  const definitions = new Map(searches.map(({ source, definition }) => [source.name, definition]));
  const byId = Map.groupBy(rows, (row) => row.usedId);
  return (id) => {
    const found = byId.get(id);
    return found ? { places: found.map((row) => placeOf(row, definitions.get(row.source), theme)), total: found[0]?.total ?? 0 } : none;
  };
}

function placeOf(row: Found, definition: ResourceDefinition | undefined, theme: ThemeKey | null): Use {
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
  if (definition) {
    const { about, labels, path, within } = definition;
    // A record about something is opened where that is shown, and a part on the page of the record that it belongs to.
    const rest = about.length > 0 || within ? null : dialogPathOf(definition, row.ownId);
    return { label: labelOf(labels.one, row.label), path: rest === null ? null : `${path}/${rest}` };
  }
  return { label: labelOf(row.source.replaceAll('_', ' '), row.label || row.parentLabel || row.key), path: null };
}

function labelOf(kind: string, name: string): string {
  return name === '' ? upperFirst(kind) : `${upperFirst(kind)}: ${name}`;
}

/** "Company Branding: Primary logo; Header: Logo; Footer: Logo; and 3 more places". */
export function placesText({ places, total }: Uses): string {
  const named = places.slice(0, 3);
  const more = total - named.length;
  const listed = named.map((place) => place.label).join('; ');
  return more > 0 ? `${listed}; and ${more} more ${more === 1 ? 'place' : 'places'}` : listed;
}
