import type { WireValue } from '../entities/setting.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { FieldDescriptor } from './descriptor.ts';
import type { Field, FieldValue } from './field.ts';

type OneValue<F extends Field> = Omit<FieldDescriptor<F>, 'parse' | 'serialise'> & {
  /** By default `toList`. */
  readonly serialise?: FieldDescriptor<F>['serialise'];
  /** Converts a stored value; undefined where it can't be read. */
  readonly read: (raw: NonNullable<Json>, field: F) => FieldValue | undefined;
};

/** The common part of all kinds with one value: it is the first item of the stored list, and an empty list reads as the default. */
export function oneValue<F extends Field>({ read, ...kind }: OneValue<F>): FieldDescriptor<F> {
  return {
    serialise: toList,
    ...kind,
    parse(field, stored) {
      const raw = unwrap(stored?.[0]);
      if (raw === undefined || raw === null) return { value: kind.default(field) };
      const value = read(raw, field);
      return value === undefined ? { value: kind.default(field), malformed: raw } : { value };
    },
  };
}

/** A selection may be stored as `{id}`, an image as `{data: {id}}`. Without recursion: a stored value may be nested to any depth. */
export function unwrap(stored: Json | undefined): Json | undefined {
  let raw = stored;
  while (isJsonObject(raw) && 'data' in raw) raw = raw['data'];
  return isJsonObject(raw) && 'id' in raw ? raw['id'] : raw;
}

/** What most kinds send: the one value, or several ids. No selection is an empty list, which is null on the wire. */
export function toList(_: Field, value: FieldValue): WireValue {
  if (value === null || (typeof value === 'object' && value.length === 0)) return null;
  return typeof value === 'object' ? [...value] : [value];
}
