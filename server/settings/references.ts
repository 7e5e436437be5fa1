import { and, eq, inArray } from 'drizzle-orm';
import type { FieldMessages } from '#contract/errors.ts';
import type { Field } from '#contract/settings/field.ts';
import { settingOf } from '#contract/settings/index.ts';
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

/** What a save names that the website does not have: files, menus and forms, by the key that names them. */
export async function unknownReferences(db: Database, websiteId: number, writes: readonly CheckedWrite[]): Promise<FieldMessages> {
  const named = writes.flatMap((write): Reference[] => {
    const field = settingOf(write.key)?.field;
    const id = write.value?.[0];
    return field && typeof id === 'string' ? [{ key: write.key, field, id }] : [];
  });
  const kind = (...kinds: readonly Field['kind'][]) => named.filter(({ field }) => kinds.includes(field.kind));
  const [images, menuChoices, formChoices] = [kind('image', 'file'), kind('menu'), kind('form')];
  const known = new Set([
    ...(await knownFiles(db, websiteId, images)),
    ...(await knownRows(db, menus, websiteId, menuChoices)),
    ...(await knownRows(db, forms, websiteId, formChoices)),
  ]);
  const unknown = [...images, ...menuChoices, ...formChoices].filter((reference) => !known.has(reference));
  return Object.fromEntries(unknown.map(({ key, field }) => [key, `${field.label} is not there any more. Choose it again.`]));
}

async function knownFiles(db: Database, websiteId: number, references: readonly Reference[]): Promise<readonly Reference[]> {
  if (references.length === 0) return [];
  const rows = await db
    .select({ id: files.id })
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
  return references.filter(({ id }) => rows.some((row) => row.id === id));
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
