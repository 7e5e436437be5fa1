import type { Category, SettingType, SettingWrite, WireValue } from '../entities/setting.ts';
import type { Json } from '../json.ts';
import type { ColorField, Field, FieldValue, TypedField } from '../fields/field.ts';
import { defaultValue, emptyBecomes } from './field-values.ts';

/** A stored value as a field shows it; `malformed` keeps what could not be read, which saving would replace. */
export interface FieldReading {
  readonly value: FieldValue;
  readonly malformed?: Json;
}

const truths: ReadonlyMap<Json, boolean> = new Map<Json, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['0', false],
  [0, false],
  ['', false],
]);

/** `Number` alone would also take blanks, `0x10` and `1e3`. */
const decimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/u;

/** Reads a stored list by the field's kind. Lenient: other APIs store numbers and flags as text. */
export function readWire(field: Field, stored: WireValue | undefined): FieldReading {
  if (field.kind === 'images' || field.kind === 'records') return readIds(field, stored ?? []);
  const raw = unwrap(stored?.[0]);
  if (raw === undefined || raw === null) return { value: defaultValue(field) };
  const malformed: FieldReading = { value: defaultValue(field), malformed: raw };
  switch (field.kind) {
    case 'checkbox':
    case 'toggle': {
      const flag = truths.get(raw);
      return flag === undefined ? malformed : { value: flag };
    }
    case 'number':
    case 'opacity':
    case 'slider': {
      if (raw === '') return { value: null };
      const number = typeof raw === 'string' && decimal.test(raw) ? Number(raw) : raw;
      return typeof number === 'number' && Number.isFinite(number) ? { value: number } : malformed;
    }
    case 'image':
    case 'file':
    case 'menu':
    case 'form':
    case 'record':
      if (raw === '' || raw === false) return { value: null };
      return typeof raw === 'string' || typeof raw === 'number' ? { value: String(raw) } : malformed;
    case 'select':
    case 'radio':
    case 'themeColor':
    case 'logo':
      if (typeof raw === 'string' && field.options.some((option) => option.value === raw)) return { value: raw };
      return raw === '' || field.otherIsDefault ? { value: defaultValue(field) } : malformed;
    default:
      field satisfies TypedField | ColorField;
      return typeof raw === 'string' ? { value: raw } : typeof raw === 'number' ? { value: String(raw) } : malformed;
  }
}

/** Several ids stand in the list itself, or in one list inside it. */
function readIds(field: Field, stored: readonly Json[]): FieldReading {
  const [first] = stored;
  const ids = (Array.isArray(first) && stored.length === 1 ? first : stored).map(unwrap).filter((id) => id !== null && id !== '');
  const read = ids.flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : []));
  return read.length === ids.length ? { value: read } : { value: defaultValue(field), malformed: [...stored] };
}

/** A selection may be stored as `{id}`, an image as `{data: {id}}`. */
function unwrap(raw: Json | undefined): Json | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const record = raw as { readonly [key: string]: Json };
  if ('data' in record) return unwrap(record['data']);
  return 'id' in record ? record['id'] : raw;
}

/** The list that is sent: one item, or the ids of several things; nothing chosen is an empty list, which travels as null. */
export function toWire(field: Field, value: FieldValue): WireValue {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === 'object') return [...value];
  const instead = emptyBecomes(field);
  return [instead && typeof value === 'string' && value.trim() === '' ? instead.value : value];
}

/** The `type` that a save of the field carries; null for most kinds. */
export function wireType(field: Field): SettingType {
  switch (field.kind) {
    case 'image':
      return 'image';
    case 'menu':
    case 'form':
      return field.untyped ? null : field.kind;
    default:
      return null;
  }
}

/** One entry of a settings save. `category` is the screen's, which a field's own overrules. */
export function toWrite(field: Field, category: Category, value: FieldValue): SettingWrite {
  return { key: field.key, value: toWire(field, value), category: field.category ?? category, type: wireType(field) };
}
