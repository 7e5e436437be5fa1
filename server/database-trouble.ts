import { DrizzleQueryError } from 'drizzle-orm/errors';

/** Why the database could not run a query, as the log names it: the request may be sent again later. */
export type DatabaseTrouble =
  | 'database gone'
  | 'database has no connection left'
  | 'database statement took too long'
  | 'database lock took too long'
  | 'database transaction took too long'
  | 'database transaction lost to another';

/** PostgreSQL answers with a reason. */
const troubleByState: Readonly<Record<string, DatabaseTrouble>> = {
  '25P03': 'database transaction took too long',
  '40001': 'database transaction lost to another',
  '40P01': 'database transaction lost to another',
  '53300': 'database has no connection left',
  '55P03': 'database lock took too long',
  '57014': 'database statement took too long',
};
/** Connection refused or lost, or PostgreSQL going down. */
const goneCodes = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[123])$/u;
/** The driver gives these errors no code. */
const goneMessages = /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/u;

/** Why a query failed where the database is unreachable, or too busy to answer in time; null for any other error. */
export function databaseTroubleOf(error: unknown): DatabaseTrouble | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return null;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return troubleByState[code] ?? (goneCodes.test(code) || goneMessages.test(cause.message) ? 'database gone' : null);
}
