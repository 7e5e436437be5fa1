import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../connect.ts';
import { served } from '../resources/served.gen.ts';
import * as blockTables from '../tables/blocks.ts';
import * as contentTables from '../tables/content.ts';
import { files } from '../tables/files.ts';
import * as serviceTables from '../tables/service.ts';
import * as websiteTables from '../tables/websites.ts';
import { findUses, type Search, sourceOf, type Uses } from '../uses/find-uses.ts';
import { uuidPattern } from '../uuid.ts';

/** Tables of a website that do not count as a use: the files themselves, and rendered pages. */
const passedOver: readonly PgTable[] = [files, serviceTables.renderedPages];

/**
 * A search in every table that may name a file, derived from the table definitions: a new one is searched as soon as it is exported there, or
 * holds a resource's records. A test checks that no other table belongs to a website.
 */
export const fileSearches: readonly Search[] = [
  ...new Set(
    [websiteTables, blockTables, contentTables, serviceTables]
      .flatMap((module) => Object.values(module))
      .filter((value): value is PgTable => is(value, PgTable))
      .concat(served.map(({ table }) => table)),
  ),
].flatMap((table) => searchIn(table) ?? []);

/** In all columns that can contain a file's id or its address. */
function searchIn(table: PgTable): Search | null {
  const texts = getTableConfig(table).columns.filter((column) => column.columnType === 'PgText' || column.columnType === 'PgJsonb');
  const source = passedOver.includes(table) || texts.length === 0 ? null : sourceOf(table, passedOver);
  if (source === null) return null;
  // An address may have its hyphens encoded and still work.
  const text = sql`concat_ws(' ', ${sql.join(
    texts.map((column) => sql`replace(replace(${column}::text, '%2D', '-'), '%2d', '-')`),
    sql`, `,
  )})`;
  return {
    source,
    named: sql`select distinct match[1] as id from regexp_matches(${text}, ${`(${uuidPattern})`}, 'g') as match`,
    definition: served.find((each) => each.table === table)?.definition,
  };
}

/**
 * Where each of these files of a website is used: in settings, blocks, content, and anything else a website stores that contains a file's
 * id, even in an address within a text.
 */
export function usesOf(db: Database, websiteId: number, fileIds: readonly string[]): Promise<(fileId: string) => Uses> {
  return findUses(db, websiteId, fileIds, fileSearches);
}
