import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import * as v from 'valibot';

export type FlagsReading<Flags> = { readonly ok: true; readonly flags: Flags } | { readonly ok: false; readonly problem: string };

/**
 * Parses the flags of a command line. A problem names the first flag that is wrong, as in `--rounds: is below 1`.
 *
 * @param declared how `parseArgs` of Node reads them
 */
export function readFlags<const Schema extends v.GenericSchema>(
  args: readonly string[],
  declared: ParseArgsOptionsConfig,
  schema: Schema,
): FlagsReading<v.InferOutput<Schema>> {
  let given: unknown;
  try {
    given = parseArgs({ args: [...args], options: declared }).values;
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
  const result = v.safeParse(schema, given, { abortPipeEarly: true });
  if (result.success) return { ok: true, flags: result.output };
  const [issue] = result.issues;
  return { ok: false, problem: `--${v.getDotPath(issue)?.split('.')[0] ?? ''}: ${issue.message}` };
}
