import { and, eq, inArray } from 'drizzle-orm';
import type { FieldMessages } from '#contract/errors.ts';
import type { ChoiceList } from '#contract/entities/lists.ts';
import type { Field } from '#contract/fields/field.ts';
import { choiceListOf } from '#contract/fields/index.ts';
import { settingOf } from '#contract/settings/index.ts';
import { extensionsMessage, extensionsOf, typesOf, uploadTypes } from '#contract/uploads.ts';
import { rowId } from '../calls/scope.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import type { Database } from '../connect.ts';
import { agencies, forms, listings, menus, pages, posts, staff, testimonials } from '../tables/content.ts';
import { files } from '../tables/files.ts';

interface Reference {
  readonly key: string;
  readonly field: Field;
  readonly id: string;
}

/**
 * References in a save that the website does not have, or that have a type which the setting does not accept, by the key of their setting.
 */
export function unknownReferences(
  db: Database,
  websiteId: number,
  writes: readonly { readonly key: string; readonly value: WireValue }[],
): Promise<FieldMessages> {
  return unknownIn(
    db,
    websiteId,
    writes.flatMap((write) => {
      const field = settingOf(write.key)?.field;
      return field ? [{ ...write, field }] : [];
    }),
  );
}

/** A sync belongs to the account, and is checked as a reference to that resource. */
type OfWebsite = Exclude<ChoiceList, 'sync'>;

const tables = {
  menu: menus,
  form: forms,
  page: pages,
  agency: agencies,
  staff,
  testimonials,
  posts,
  listings,
} as const satisfies Record<OfWebsite, unknown>;

/** References in values that the website does not have: files, menus, forms and records, by the key of their field. */
export async function unknownIn(
  db: Database,
  websiteId: number,
  values: readonly { readonly key: string; readonly field: Field; readonly value: WireValue }[],
): Promise<FieldMessages> {
  const named = values.flatMap(({ key, field, value }) =>
    (value ?? []).flatMap((id): Reference[] => (typeof id === 'string' ? [{ key, field, id }] : [])),
  );
  const ofFiles = named.filter(({ field }) => 'accept' in field);
  const types = await typesOfFiles(db, websiteId, ofFiles);
  const unknown = ofFiles.filter(({ id }) => !types.has(id));
  for (const [list, chosen] of Map.groupBy(named, ({ field }) => choiceListOf(field)))
    if (list !== null && list !== 'sync') unknown.push(...(await unknownRows(db, tables[list], websiteId, chosen)));
  const unfit = ofFiles.filter(
    ({ field, id }) => types.has(id) && !typesOf(extensionsOf(field)).some((type) => uploadTypes[type].mimeType === types.get(id)),
  );
  return Object.fromEntries([
    ...unknown.map(({ key, field }) => [key, `${field.label} is not there any more. Choose it again.`]),
    ...unfit.map(({ key, field }) => [key, extensionsMessage(extensionsOf(field))]),
  ]);
}

/**
 * The MIME type of each named file that the website has, by its id. The files are locked, so that they can't be deleted before the save
 * ends.
 */
async function typesOfFiles(db: Database, websiteId: number, references: readonly Reference[]): Promise<ReadonlyMap<string, string>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .select({ id: files.id, mimeType: files.mimeType })
    .from(files)
    .where(
      and(
        eq(files.websiteId, websiteId),
        inArray(
          files.id,
          references.map(({ id }) => id),
        ),
      ),
    )
    .for('key share');
  return new Map(rows.map((row) => [row.id, row.mimeType]));
}

async function unknownRows(
  db: Database,
  table: (typeof tables)[OfWebsite],
  websiteId: number,
  references: readonly Reference[],
): Promise<readonly Reference[]> {
  const ids = references.flatMap(({ id }) => rowId(id) ?? []);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: table.id })
          .from(table)
          .where(and(eq(table.websiteId, websiteId), inArray(table.id, ids)));
  const known = new Set(rows.map((row) => row.id));
  return references.filter(({ id }) => !known.has(rowId(id) ?? 0));
}
