import { getTableColumns, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { FieldMessages } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { blankValue, type RecordValues, type ResourceDefinition, type Values } from '#contract/resources/define.ts';
import { isAnswered } from '#contract/resources/grouped.ts';
import type { SignedIn } from '../auth/tokens.ts';
import type { Database } from '../connect.ts';
import type { Deps } from '../deps.ts';
import type { Failure } from '../http/reply.ts';
import type { Route } from '../serve.ts';

/** A row by the column names in the database, which for a record's values are the keys of its fields. */
export type Row = Readonly<Record<string, unknown>>;

/** The scope of records: one website, or the user's account. */
export interface Scope {
  /** Null: the records belong to the account. */
  readonly websiteId: number | null;
  readonly accountId: number;
  /** Null: there is no website, or it has no known theme. */
  readonly theme: ThemeKey | null;
}

/** The context of a hook: the transaction of the write, during which other writes of the same scope wait. */
export interface WriteContext {
  readonly db: Database;
  readonly scope: Scope;
  readonly user: SignedIn;
  readonly now: Date;
  readonly passwords: Deps['passwords'];
  /** Of a create: the condition of the records that the new one will stand among. */
  readonly siblings?: SQL | undefined;
  /** Of a create: the id of the record that the new one is a part of. */
  readonly partOf?: unknown;
}

/** What warnings consider. `beside`: records of the other resource, see `warnedBeside`. */
export interface RelatedRecords {
  readonly records: readonly RecordValues[];
  readonly beside: readonly RecordValues[];
}

/** The server-side behaviour that is specific to one resource. */
export interface ResourceHooks {
  /** Rows for answers, with what other tables have of them. */
  readonly joined?: (db: Database, rows: readonly Row[]) => Promise<readonly Row[]>;
  /** Of a resource with `details`: what the answer says besides where the record is used. `timeZone`: that of whoever asks. */
  readonly details?: (asked: { readonly db: Database; readonly now: Date; readonly timeZone: string }, row: Row) => Promise<JsonObject>;
  /** Its calls besides those that follow from the definition, such as its downloads. */
  readonly routes?: readonly Route[];
  /** Columns that hold a form of a secret, such as its hash: they are never read here, so that no answer can contain them. */
  readonly secretColumns?: readonly string[];
  /**
   * Checks the record as it would be stored, after its fields are valid; `before` is null for a new one. Refuses it with messages by field,
   * or adds columns that no field has.
   */
  readonly beforeWrite?: (
    context: WriteContext,
    values: Values,
    before: Row | null,
  ) => Promise<{ readonly fields: FieldMessages } | { readonly columns: Row }>;
  /** After a write that changed something. `values`: as `beforeWrite` got them; a secret is among them where the write has set it. */
  readonly afterWrite?: (context: WriteContext, row: Row, before: Row | null, values: Values) => Promise<void>;
  /** Returns why the record can't be deleted, or null. */
  readonly beforeDelete?: (context: WriteContext, row: Row) => Promise<Failure | null>;
  /** After a delete, in its transaction. */
  readonly afterDelete?: (context: WriteContext, row: Row) => Promise<void>;
  /**
   * The records that the definition's `warnings` need for these records of a page: the records themselves and all that may conflict with
   * them, and those of the other resource. By default, only the page.
   */
  readonly related?: (db: Database, scope: Scope, records: readonly RecordValues[]) => Promise<RelatedRecords>;
}

/** A definition joined with the table that holds its records. The table has `id` and `website_id` (or `account_id`), and a column for each field. */
export interface ServedResource {
  readonly definition: ResourceDefinition;
  readonly table: PgTable;
  readonly hooks?: ResourceHooks;
}

/** The columns of a resource's table, by the names that they have in the database. */
export interface ResourceColumns {
  readonly id: PgColumn;
  /** `website_id` or `account_id`. */
  readonly scope: PgColumn;
  /** All columns except those of secret fields, which are never read. */
  readonly read: Readonly<Record<string, PgColumn>>;
  readonly all: ReadonlyMap<string, PgColumn>;
  /** The row as Drizzle takes it. */
  readonly toDrizzle: (row: Row) => Record<string, unknown>;
}

/** Throws at the start where the table does not fit the definition, which is a defect in the code. */
export function columnsOf({ definition, table, hooks }: ServedResource): ResourceColumns {
  const { name } = getTableConfig(table);
  const entries = Object.entries(getTableColumns(table));
  const all = new Map(entries.map(([, column]) => [column.name, column]));
  const byName = new Map(entries.map(([property, column]) => [column.name, { property, column }]));
  const needed = (key: string) => {
    const found = byName.get(key);
    if (!found) throw new Error(`the table ${name} has no column ${key}`);
    return found;
  };
  for (const field of definition.fields) {
    // A hook may store a derived form of a secret in a column with another name.
    // A hook stores a group of secrets in one column.
    if ((field.path && !isAnswered(field)) || (field.secret && !all.has(field.key))) continue;
    const { notNull, columnType } = needed(field.key).column;
    // A `real` column rounds written values, which then look like somebody else's change, and refuses values too close to zero.
    if (columnType === 'PgReal') throw new Error(`${name}.${field.key} has to be double precision: real does not hold every number`);
    if (notNull && blankValue(field) === null && (!field.required || field.when))
      throw new Error(`${name}.${field.key} has to take null: the field may be empty`);
  }
  for (const { key, sortable } of definition.list.columns) if (sortable) needed(key);
  for (const { key } of definition.list.filters ?? []) needed(key);
  for (const key of hooks?.secretColumns ?? []) needed(key);
  const secret = new Set([
    ...definition.fields.filter((field) => field.secret && !field.path).map(({ key }) => key),
    ...(hooks?.secretColumns ?? []),
  ]);
  return {
    id: needed('id').column,
    scope: needed(definition.scope === 'website' ? 'website_id' : 'account_id').column,
    read: Object.fromEntries([...all].filter(([key]) => !secret.has(key))),
    all,
    toDrizzle: (row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [needed(key).property, value])),
  };
}
