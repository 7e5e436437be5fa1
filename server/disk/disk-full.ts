import { DrizzleQueryError } from 'drizzle-orm/errors';
import { type Failure, fail } from '../http/reply.ts';

/** From the file system: no space, or none left of a quota. From the database: SQLSTATE `disk_full`. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** True where something could not be written since the disk is full, whoever met it. */
export function isDiskFull(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && fullCodes.has(cause.code);
}

/** For code that has no other way to refuse: as the file system would say it, before it has to. */
export const noSpaceError = (): Error => Object.assign(new Error('the disk has too little room left'), { code: 'ENOSPC' });

/** Long enough that waiting clients don't crowd a server in need, short enough that nobody waits long once there is room. */
const retryAfterSeconds = 30;

export const diskFullFailure = (): Failure =>
  fail('unavailable', 'The server’s disk is full: nothing can be saved until there is room again.', { retryAfterSeconds });
