/** A UUID as a regular expression has it, here and in PostgreSQL. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const uuid = new RegExp(`^${uuidPattern}$`, 'iu');

/** Anything else is nobody's id, and may be what the database can't even be asked for. */
export const isUuid = (text: string): boolean => uuid.test(text);
