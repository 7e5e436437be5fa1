import type { FieldKind } from '#contract/fields/field.ts';

/** How a kind's value is stored and answered. Several kinds share the builder of a column. */
export interface ColumnKind {
  /** Drizzle's builder. */
  readonly builder: 'text' | 'doublePrecision' | 'boolean' | 'integer' | 'jsonb';
  /** The schema of an answered value that is not null. */
  readonly schema: string;
  /** Whether the column is nullable. */
  readonly isNullable: boolean;
  /** How a list shows it; null: not at all. */
  readonly shown: 'text' | 'tick' | null;
}

const text: ColumnKind = { builder: 'text', schema: 'v.string()', isNullable: true, shown: 'text' };
/** Too long for a cell, or useless without its picture. */
const hidden: ColumnKind = { ...text, shown: null };
const number: ColumnKind = { builder: 'doublePrecision', schema: 'v.number()', isNullable: true, shown: 'text' };
const flag: ColumnKind = { builder: 'boolean', schema: 'v.fallback(v.boolean(), false)', isNullable: false, shown: 'tick' };
/** The id of a row in another table, which is a number there. */
const rowId: ColumnKind = { builder: 'integer', schema: 'idSchema', isNullable: true, shown: null };
const fileId: ColumnKind = { builder: 'text', schema: 'idSchema', isNullable: true, shown: null };
const ids: ColumnKind = { builder: 'jsonb', schema: 'v.fallback(v.array(idSchema), [])', isNullable: false, shown: null };

/** Exhaustive by type. */
export const columnKinds: { readonly [K in FieldKind]: ColumnKind } = {
  text,
  multiline: hidden,
  lines: hidden,
  url: text,
  email: text,
  telephone: text,
  code: hidden,
  number,
  opacity: number,
  checkbox: flag,
  toggle: flag,
  select: text,
  radio: text,
  color: hidden,
  themeColor: hidden,
  logo: hidden,
  image: fileId,
  file: fileId,
  menu: rowId,
  form: rowId,
  slider: number,
  images: ids,
  record: rowId,
  records: ids,
  formFields: {
    builder: 'jsonb',
    schema: 'v.pipe(v.optional(v.unknown(), null), v.transform((raw): Json => asWire(raw) ?? []))',
    isNullable: false,
    shown: null,
  },
  items: {
    builder: 'jsonb',
    schema: 'v.fallback(v.array(v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()]))), [])',
    isNullable: false,
    shown: null,
  },
};
