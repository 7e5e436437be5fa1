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
