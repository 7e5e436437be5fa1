import { type AnyMachineSnapshot, type AnyStateMachine, createActor, type EventObject } from 'xstate';
import type { GeneratedPath } from './paths.ts';
import { type WatchedActor, watchedActor } from './watched-actor.ts';

export interface PathRun extends Pick<WatchedActor, 'driven' | 'entered'> {
  readonly emitted: readonly EventObject[];
  /** At the start, and after each step. */
  readonly snapshots: readonly AnyMachineSnapshot[];
  readonly snapshot: AnyMachineSnapshot;
}

/**
 * Drives a real actor along a path: promises are answered by fakes, delays by the simulated clock, the rest is sent.
 * Throws, with the path's name, where the actor is not where the chart says.
 */
export async function runPath(machine: AnyStateMachine, path: GeneratedPath): Promise<PathRun> {
  const watched = watchedActor(machine);
  const emitted: EventObject[] = [];
  const actor = createActor(watched.machine, { input: path.input, ...watched.options });
  let failure: unknown = null;
  actor.subscribe({ error: (error) => (failure = error) });
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  watched.start(actor.getSnapshot().value);
  const snapshots = [actor.getSnapshot()];
  for (const [index, { event, also = [], expected }] of path.steps.entries()) {
    const step = `step ${index + 1} of "${path.name}"`;
    for (const each of [event, ...also]) {
      await watched.cause(actor, each).catch((error: unknown) => {
        throw new Error(`${step}: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
    const snapshot = actor.getSnapshot();
    snapshots.push(snapshot);
    if (failure !== null) throw new Error(`${step} broke the actor: ${String(failure)}`);
    const actual = placeOf(snapshot);
    if (actual !== JSON.stringify(expected)) {
      throw new Error(`${step}: the chart says ${JSON.stringify(expected)}, the actor is in ${actual}`);
    }
  }
  const snapshot = actor.getSnapshot();
  actor.stop();
  return { driven: watched.driven, entered: watched.entered, emitted, snapshots, snapshot };
}

/** Where an actor is, as a step's `expected` has it. */
export function placeOf({ value, tags }: AnyMachineSnapshot): string {
  return JSON.stringify({ value, tags: [...tags].sort() });
}
