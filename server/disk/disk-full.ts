import { DrizzleQueryError } from 'drizzle-orm/errors';
import { type Failure, fail } from '../http/reply.ts';

/** From the file system: no space, or none left of a quota. From the database: SQLSTATE `disk_full`. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** True where a write failed because the disk is full, whichever part reported it. */
export function isDiskFull(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && fullCodes.has(cause.code);
}

/** For code that has no other way to refuse: the file system's error, before the file system has to raise it. */
export const noSpaceError = (): Error => Object.assign(new Error('the disk has too little room left'), { code: 'ENOSPC' });

/** Long enough that waiting clients don't overload the server, short enough that nobody waits long once there is room. */
const retryAfterSeconds = 30;

export const diskFullFailure = (): Failure =>
  fail('unavailable', 'The server’s disk is full: nothing can be saved until there is room again.', { retryAfterSeconds });
