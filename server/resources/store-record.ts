import { eq } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { getTableConfig } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { Database } from '../connect.ts';
import { type Failure, fail, invalidFields } from '../http/reply.ts';
import type { ResourceColumns, Row, ServedResource } from './resource.ts';

interface Stored {
  readonly kind: 'stored';
  readonly row: Row;
}

const foreignKeyViolation = '23503';
const uniqueViolation = '23505';
const violationSchema = v.object({ code: v.picklist([foreignKeyViolation, uniqueViolation]), constraint: v.optional(v.string()) });

export async function insertRecord(db: Database, served: ServedResource, columns: ResourceColumns, values: Row): Promise<Stored | Failure> {
  return orRefusal(served, () => db.insert(served.table).values(columns.toDrizzle(values)).returning(columns.read));
}

export async function updateRecord(
  db: Database,
  served: ServedResource,
  columns: ResourceColumns,
  id: unknown,
  values: Row,
): Promise<Stored | Failure> {
  return orRefusal(served, () => db.update(served.table).set(columns.toDrizzle(values)).where(eq(columns.id, id)).returning(columns.read));
}

export async function deleteRecord(db: Database, served: ServedResource, columns: ResourceColumns, id: unknown): Promise<Stored | Failure> {
  return orRefusal(served, () => db.delete(served.table).where(eq(columns.id, id)).returning(columns.read));
}

/** The row that a statement writes, or the table's refusal: a duplicate of a unique value, or the delete of a record that others name. */
async function orRefusal({ definition, table }: ServedResource, write: () => Promise<readonly Row[]>): Promise<Stored | Failure> {
  const { name, fields, labels } = definition;
  try {
    const [row] = await write();
    if (!row) throw new Error(`a ${name} that was being written is not there`);
    return { kind: 'stored', row };
  } catch (error) {
    const violation = error instanceof DrizzleQueryError ? v.safeParse(violationSchema, error.cause) : null;
    if (!violation?.success) throw error;
    const { code, constraint } = violation.output;
    if (code === foreignKeyViolation) return fail('conflict', `This ${labels.one} is in use. Take it out there first.`);
    const unique = getTableConfig(table).indexes.find(({ config }) => config.name === constraint);
    const keys = unique?.config.columns.map((column) => ('name' in column ? column.name : undefined)) ?? [];
    const field = fields.find(({ key }) => keys.includes(key));
    return field
      ? invalidFields({ [field.key]: `There is a ${labels.one} with this ${field.label} already.` })
      : fail('conflict', `There is such a ${labels.one} already.`);
  }
}
