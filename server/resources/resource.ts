import { getTableColumns } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { FieldMessages } from '#contract/errors.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { blankValue, type RecordValues, type ResourceDefinition, type Values } from '#contract/resources/define.ts';
import type { SignedIn } from '../auth/tokens.ts';
import type { Database } from '../connect.ts';
import type { Failure } from '../http/reply.ts';

/** A row by the names that its columns have in the database, which for what a record holds are the keys of its fields. */
export type Row = Readonly<Record<string, unknown>>;

/** Whose records they are: those of one website, or of the user's account. */
export interface Scope {
  /** Null: the account's. */
  readonly websiteId: number | null;
  readonly accountId: number;
  /** Null: of no website, or of one without a known theme. */
  readonly theme: ThemeKey | null;
}

/** What a hook works with: the transaction of the write, in which other writes of the same scope wait. */
export interface WriteContext {
  readonly db: Database;
  readonly scope: Scope;
  readonly user: SignedIn;
  readonly now: Date;
}

/** What is special of one resource on the server. */
export interface ResourceHooks {
  /**
   * Looks at the record as it would be stored, valid by its fields; `before` is null for a new one. Refuses it with messages by field, or
   * adds columns that no field has.
   */
  readonly beforeWrite?: (
    context: WriteContext,
    values: Values,
    before: Row | null,
  ) => Promise<{ readonly fields: FieldMessages } | { readonly columns: Row }>;
  /** After a write that changed something. */
  readonly afterWrite?: (context: WriteContext, row: Row, before: Row | null) => Promise<void>;
  /** Answers why the record can't be deleted, or null. */
  readonly beforeDelete?: (context: WriteContext, row: Row) => Promise<Failure | null>;
  /**
   * What the definition's `warnings` look at for these records of a page: they themselves and all that they may be at odds with, as the
   * server reads them. Without it, the page alone.
   */
  readonly related?: (db: Database, scope: Scope, records: readonly RecordValues[]) => Promise<readonly RecordValues[]>;
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
  /** All but those of secret fields, which are never read. */
  readonly read: Readonly<Record<string, PgColumn>>;
  readonly all: ReadonlyMap<string, PgColumn>;
  /** The row as Drizzle takes it. */
  readonly toDrizzle: (row: Row) => Record<string, unknown>;
}

/** Throws where the table does not fit the definition: a fault in the code, found at the start. */
export function columnsOf({ definition, table }: ServedResource): ResourceColumns {
  const { name } = getTableConfig(table);
  const entries = Object.entries(getTableColumns(table));
  const all = new Map(entries.map(([, column]) => [column.name, column]));
  const properties = new Map(entries.map(([property, column]) => [column.name, property]));
  const needed = (key: string): PgColumn => {
    const column = all.get(key);
    if (!column) throw new Error(`the table ${name} has no column ${key}`);
    return column;
  };
  for (const field of definition.fields) {
    // What a hook makes of a secret may stand in a column of another name.
    if (field.secret && !all.has(field.key)) continue;
    const { notNull, columnType } = needed(field.key);
    // It rounds what is written, which then looks like somebody else's change, and refuses what is too near to nothing.
    if (columnType === 'PgReal') throw new Error(`${name}.${field.key} has to be double precision: real does not hold every number`);
    if (notNull && blankValue(field) === null && (!field.required || field.when))
      throw new Error(`${name}.${field.key} has to take null: the field may be empty`);
  }
  for (const { key, sortable } of definition.list.columns) if (sortable) needed(key);
  const secret = new Set(definition.fields.filter((field) => field.secret).map((field) => field.key));
  return {
    id: needed('id'),
    scope: needed(definition.scope === 'website' ? 'website_id' : 'account_id'),
    read: Object.fromEntries([...all].filter(([key]) => !secret.has(key))),
    all,
    toDrizzle: (row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [properties.get(needed(key).name) ?? key, value])),
  };
}
