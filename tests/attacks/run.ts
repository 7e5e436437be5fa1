import { once } from 'node:events';
import { within } from '#server/within.ts';
import type { Attack, AttackResult, Scene } from './scene.ts';
import { isBroken } from './rows.ts';

/** Time to end the processes that an attack has started. ms. */
const cleanMs = 30_000;

export interface Ran {
  readonly result: AttackResult;
  /** Limits that were exceeded; an attack that did not finish counts as one. */
  readonly broken: number;
}

/**
 * Runs an attack to its end, its deadline or the signal's, then ends the processes that it started, the last first. Never throws: errors
 * are reported in the notes, and the other attacks go on.
 */
export async function runAttack(attack: Attack, sceneOf: (atEnd: Scene['atEnd']) => Scene, signal: AbortSignal): Promise<Ran> {
  const cleaning: (() => void | Promise<void>)[] = [];
  const failed = (note: string): Ran => ({ result: { rows: [], notes: [note] }, broken: 1 });
  const ended = new AbortController();
  const stop = once(signal, 'abort', { signal: ended.signal }).then(() => 'stopped' as const);
  // No longer needed once the attack has ended.
  stop.catch(() => undefined);
  const running = attack.run(sceneOf((clean) => void cleaning.push(clean)));
  const ran = await within(Promise.race([running, stop]), attack.deadlineMs).then(
    (result): Ran => {
      if (result === 'late') return failed(`Broken off: it was not at its end after ${attack.deadlineMs / 1000} s.`);
      if (result === 'stopped') return failed('Broken off by whoever started it.');
      return { result, broken: result.rows.filter(isBroken).length };
    },
    (error: unknown) => failed(`It could not go on: ${error instanceof Error ? error.message : String(error)}`),
  );
  ended.abort();
  // An aborted attack fails once its server is gone.
  running.catch(() => undefined);
  for (const clean of cleaning.toReversed())
    await within(Promise.resolve().then(clean), cleanMs).catch((error: unknown) => console.error(error));
  return ran;
}
