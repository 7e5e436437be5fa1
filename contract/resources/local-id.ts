import type { Json } from '../json.ts';
import type { IdMap } from './mutation.ts';

export const localPrefix = 'local:';

/** The id that a record has on this device until the server has given it one. */
export function localId(uuid: string): string {
  return `${localPrefix}${uuid}`;
}

export function isLocalId(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(localPrefix);
}

/** The local ids in a text, such as JSON: they are values and parts of keys. */
export function localIdsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(localIds));
}

const localIds = new RegExp(`${localPrefix}[^"\\\\/\\s]+`, 'gu');

/** A value with the server's ids in place of the local ones that have one. */
export function withServerIds(value: Json, ids: IdMap): Json {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => withServerIds(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withServerIds(inner, ids)]));
}
