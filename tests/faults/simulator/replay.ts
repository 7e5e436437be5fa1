import type { ScheduleResult } from './run.ts';

interface Replayed {
  readonly lines: readonly string[];
  readonly isFailed: boolean;
}

/**
 * Runs one schedule, or only some of its steps, and returns the steps and what was found. `isShrunk`: searches first for the fewest steps that
 * find the same kind of violation.
 */
export async function replay(
  seed: number,
  { only, isShrunk }: { readonly only: readonly number[] | undefined; readonly isShrunk: boolean },
  run: (seed: number, only?: readonly number[]) => Promise<ScheduleResult>,
): Promise<Replayed> {
  const whole = await run(seed, only);
  const first = whole.findings[0]?.kind;
  if (!isShrunk || first === undefined) return replayed(whole, []);
  let left: readonly number[] = only ?? whole.steps.map((_, at) => at);
  for (let at = left.length - 1; at >= 0; at -= 1) {
    const fewer = left.toSpliced(at, 1);
    if ((await run(seed, fewer)).findings.some(({ kind }) => kind === first)) left = fewer;
  }
  return replayed(await run(seed, left), [`--only ${left.join(',')}`]);
}

function replayed({ steps, findings }: ScheduleResult, before: readonly string[]): Replayed {
  const found = findings.map(({ kind, what }) => `${kind}: ${what}`);
  return { lines: [...before, ...steps.map((step) => JSON.stringify(step)), ...found], isFailed: findings.length > 0 };
}
