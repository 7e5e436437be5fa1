import { parseArgs } from 'node:util';
import * as v from 'valibot';

/** In the order in which they run. */
export const attackNames = [
  'start',
  'stalled-bodies',
  'idle-connections',
  'pipelined',
  'full-disk',
  'uncached-pages',
  'crafted-svgs',
  'many-uploads',
] as const;
export type AttackName = (typeof attackNames)[number];

export const usage = `npm run attacks                          all of them: ${attackNames.join(', ')}
npm run attacks -- full-disk             one of them, or some
                [--checkout FOLDER]      against the server of another checkout, installed and built
                [--scale 0.1]            with a tenth of the numbers, to try that it works
`;

export interface AttackOptions {
  readonly names: readonly AttackName[];
  /** Null: this one. */
  readonly checkout: string | null;
  readonly scale: number;
}

export type OptionsReading = { readonly ok: true; readonly options: AttackOptions } | { readonly ok: false; readonly problem: string };

const line = v.object({
  positionals: v.array(v.picklist(attackNames, ({ received }) => `There is no attack ${received}.`)),
  values: v.object({
    checkout: v.optional(v.pipe(v.string(), v.nonEmpty('--checkout is empty.'))),
    scale: v.optional(
      v.pipe(
        v.string(),
        v.transform(Number),
        v.check((scale) => scale > 0 && scale <= 1, '--scale is not a number above 0, at most 1.'),
      ),
      '1',
    ),
  }),
});

const declared = { checkout: { type: 'string' }, scale: { type: 'string' } } as const;

export function readOptions(args: readonly string[]): OptionsReading {
  let given: unknown;
  try {
    given = parseArgs({ args: [...args], options: declared, allowPositionals: true });
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
  const result = v.safeParse(line, given);
  if (!result.success) return { ok: false, problem: result.issues[0].message };
  const { positionals, values } = result.output;
  const names = positionals.length === 0 ? attackNames : attackNames.filter((name) => positionals.includes(name));
  return { ok: true, options: { names, checkout: values.checkout ?? null, scale: values.scale } };
}
