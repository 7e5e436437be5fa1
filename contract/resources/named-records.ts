import { isJsonObject, type Json } from '../json.ts';
import type { ResourceDefinition, Values } from './define.ts';
import { isLocalId } from './local-id.ts';
import type { IdMap } from './mutation.ts';

/** Reads and replaces the ids of other records and of files that the fields of a resource contain, and the fields of its items. */
export function namedRecords(resource: ResourceDefinition) {
  const files = new Set(resource.fields.flatMap((field) => ('accept' in field ? [field.key] : [])));
  const canName = (key: string) => key in resource.references || files.has(key);

  /** The ids of a value that may be of this device, by the key of the field, with the position where there are several. */
  function idsIn(key: string, value: Json): readonly (readonly [name: string, id: Json])[] {
    if (canName(key)) return [[key, value]];
    if (!Array.isArray(value)) return [];
    return value
      .flatMap((item: Json) => (isJsonObject(item) ? Object.entries(item) : []))
      .filter(([inner, id]) => canName(`${key}.${inner}`) && isLocalId(id))
      .map(([, id], at) => [at === 0 ? key : `${key}/${at}`, id] as const);
  }

  /** Fields of the body that name a record or a file which was created on this device. */
  const localReferences = (body: { readonly values: Values }): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(body.values).flatMap(([key, value]) => idsIn(key, value).flatMap(([name, id]) => (isLocalId(id) ? [[name, id]] : []))),
    );

  const withServerIds = (put: Values, ids: IdMap): Values =>
    Object.fromEntries(Object.entries(put).map(([key, value]) => [key, withServerIdsIn(key, value, ids)]));

  function withServerIdsIn(key: string, value: Json, ids: IdMap): Json {
    if (canName(key)) return serverIdOf(value, ids);
    if (!Array.isArray(value)) return value;
    return value.map((item: Json) => {
      if (!isJsonObject(item)) return item;
      return Object.fromEntries(
        Object.entries(item).map(([inner, id]) => [inner, canName(`${key}.${inner}`) ? serverIdOf(id, ids) : id] as const),
      );
    });
  }

  return { localReferences, withServerIds };
}

const serverIdOf = (value: Json, ids: IdMap): Json => (typeof value === 'string' ? (ids.get(value) ?? value) : value);
