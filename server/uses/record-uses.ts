import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { type NamingField, namingFieldsOf } from '#contract/resources/uses.ts';
import type { Database } from '../connect.ts';
import type { ServedResource } from '../resources/resource.ts';
import { blockSettings } from '../tables/blocks.ts';
import { settings } from '../tables/websites.ts';
import { blockKeysThatChoose, settingsThatChoose } from './choosing-fields.ts';
import { columnOf, findUses, type Search, sourceOf, type Uses } from './find-uses.ts';

type Resource = Pick<ResourceDefinition, 'name'>;

/** Where each of these records of a website is used: in settings and blocks that choose it, and by records of `others` that name its id. */
export function usesOfRecords(
  db: Database,
  websiteId: number,
  resource: Resource,
  ids: readonly string[],
  others: readonly ServedResource[],
): Promise<(id: string) => Uses> {
  return findUses(db, websiteId, ids, searchesFor(resource, others));
}

function searchesFor({ name }: Resource, others: readonly ServedResource[]): readonly Search[] {
  const chosen = [
    { table: settings, column: settings.value, key: settings.key, keys: settingsThatChoose(name).map(({ field }) => field.key) },
    { table: blockSettings, column: blockSettings.value, key: blockSettings.key, keys: blockKeysThatChoose(name) },
  ].flatMap(({ table, column, key, keys }) =>
    keys.length === 0 ? [] : searchIn(table, elementsOf(column), { where: inArray(key, [...keys]) }),
  );
  const named = others.flatMap(({ definition, table }) => {
    const selects = namingFieldsOf(definition, name).flatMap((field) => idsIn(table, field) ?? []);
    if (selects.length === 0) return [];
    const each = sql.join(selects, sql` union all `);
    return searchIn(table, sql`select distinct each.id from (${each}) as each where each.id is not null`, { definition });
  });
  return [...chosen, ...named];
}

function searchIn(table: PgTable, named: SQL, rest: Pick<Search, 'where' | 'definition'>): readonly Search[] {
  const source = sourceOf(table);
  return source ? [{ source, named, ...rest }] : [];
}

const listIn = (column: PgColumn): SQL => sql`case jsonb_typeof(${column}) when 'array' then ${column} else '[]'::jsonb end`;
const elementsOf = (column: PgColumn): SQL => sql`select distinct value as id from jsonb_array_elements_text(${listIn(column)}) as value`;

/** A select of the ids that are in a row's field. */
function idsIn(table: PgTable, { key, item }: NamingField): SQL | null {
  const column = columnOf(table, key);
  if (!column) return null;
  if (item !== null) return sql`select value ->> ${item}::text as id from jsonb_array_elements(${listIn(column)}) as value`;
  return column.columnType === 'PgJsonb' ? elementsOf(column) : sql`select ${column}::text as id`;
}
