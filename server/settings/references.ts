import { and, eq, inArray } from 'drizzle-orm';
import type { FieldMessages } from '#contract/errors.ts';
import type { Field } from '#contract/settings/field.ts';
import { settingOf } from '#contract/settings/index.ts';
import { acceptedMessage, acceptedTypes, uploadTypes } from '#contract/uploads.ts';
import { rowId } from '../calls/scope.ts';
import type { Database } from '../connect.ts';
import { forms, menus } from '../tables/content.ts';
import { files } from '../tables/files.ts';
import type { CheckedWrite } from './check.ts';

interface Reference {
  readonly key: string;
  readonly field: Field;
  readonly id: string;
}

/** What a save names that the website does not have, or that is of a type that the setting does not take, by the key that names it. */
export async function unknownReferences(db: Database, websiteId: number, writes: readonly CheckedWrite[]): Promise<FieldMessages> {
  const named = writes.flatMap((write): Reference[] => {
    const field = settingOf(write.key)?.field;
    const id = write.value?.[0];
    return field && typeof id === 'string' ? [{ key: write.key, field, id }] : [];
  });
  const kind = (...kinds: readonly Field['kind'][]) => named.filter(({ field }) => kinds.includes(field.kind));
  const [images, menuChoices, formChoices] = [kind('image', 'file'), kind('menu'), kind('form')];
  const types = await typesOfFiles(db, websiteId, images);
  const known = new Set([
    ...images.filter(({ id }) => types.has(id)),
    ...(await knownRows(db, menus, websiteId, menuChoices)),
    ...(await knownRows(db, forms, websiteId, formChoices)),
  ]);
  const unknown = [...images, ...menuChoices, ...formChoices].filter((reference) => !known.has(reference));
  const unfit = images.filter(
    ({ key, id }) => types.has(id) && !acceptedTypes(key).some((type) => uploadTypes[type].mimeType === types.get(id)),
  );
  return Object.fromEntries([
    ...unknown.map(({ key, field }) => [key, `${field.label} is not there any more. Choose it again.`]),
    ...unfit.map(({ key }) => [key, acceptedMessage(key)]),
  ]);
}

/** The MIME type of each named file that the website has, by its id. */
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
    );
  return new Map(rows.map((row) => [row.id, row.mimeType]));
}

async function knownRows(
  db: Database,
  table: typeof menus | typeof forms,
  websiteId: number,
  references: readonly Reference[],
): Promise<readonly Reference[]> {
  const ids = references.flatMap(({ id }) => rowId(id) ?? []);
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.websiteId, websiteId), inArray(table.id, ids)));
  return references.filter(({ id }) => rows.some((row) => row.id === rowId(id)));
}
