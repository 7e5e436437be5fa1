import type { WireValue } from '../entities/setting.ts';
import type { Json } from '../json.ts';
import type { FieldDescriptor } from './descriptor.ts';
import type { Field, FieldValue } from './field.ts';

/**
 * Parses what kinds store that hold one value: the first of the list, which `read` makes a value of, and undefined of what it can't
 * read. Nothing stored reads as the default.
 */
export function parseOne<F extends Field>(
  start: FieldDescriptor<F>['default'],
  read: (raw: NonNullable<Json>, field: F) => FieldValue | undefined,
): FieldDescriptor<F>['parse'] {
  return (field, stored) => {
    const raw = unwrap(stored?.[0]);
    if (raw === undefined || raw === null) return { value: start(field) };
    const value = read(raw, field);
    return value === undefined ? { value: start(field), malformed: raw } : { value };
  };
}

/** A selection may be stored as `{id}`, an image as `{data: {id}}`. Without recursion: a stored value may be nested to any depth. */
export function unwrap(stored: Json | undefined): Json | undefined {
  let raw = stored;
  while (isObject(raw) && 'data' in raw) raw = raw['data'];
  return isObject(raw) && 'id' in raw ? raw['id'] : raw;
}

function isObject(raw: Json | undefined): raw is { readonly [key: string]: Json } {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** What most kinds send: the one value, or the ids of several things. Nothing chosen is an empty list, which travels as null. */
export function toList(_: Field, value: FieldValue): WireValue {
  if (value === null || (typeof value === 'object' && value.length === 0)) return null;
  return typeof value === 'object' ? [...value] : [value];
}
