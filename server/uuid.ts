/** A UUID as a regular expression has it, here and in PostgreSQL. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const uuid = new RegExp(`^${uuidPattern}$`, 'iu');

/** Any other string is not an id, and may contain characters that the database refuses in a query. */
export const isUuid = (text: string): boolean => uuid.test(text);
