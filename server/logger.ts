import { DrizzleQueryError } from 'drizzle-orm/errors';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type Logger = Readonly<Record<Exclude<LogLevel, 'silent'>, (event: string, fields?: LogFields) => void>>;

/** One JSON object in each line. Callers name the fields that they log, and no object is logged as a whole, so that no secret slips in. */
export function jsonLogger(level: LogLevel, now: () => Date, write: (line: string) => void): Logger {
  const at =
    (own: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (logLevels.indexOf(own) < logLevels.indexOf(level)) return;
      write(`${JSON.stringify({ time: now().toISOString(), level: own, event, ...fields })}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The part of an error that a log may contain. The query library puts parameters into its message: those are left out. */
export function errorFields(error: unknown): { readonly error: string; readonly stack?: string } {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return { error: typeof cause };
  const frames = cause.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8)
    .join('\n');
  return { error: `${cause.name}: ${cause.message}`, ...(frames ? { stack: frames } : {}) };
}
