export const localPrefix = 'local:';

/** The id that a record has on this device until the server has given it one. */
export function localId(uuid: string): string {
  return `${localPrefix}${uuid}`;
}

export function isLocalId(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(localPrefix);
}
