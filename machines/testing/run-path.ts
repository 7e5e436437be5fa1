import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type EventObject,
  getStateNodes,
  type StateValue,
} from 'xstate';
import { fakeActors, flushPromises } from './fake-actors.ts';
import type { GeneratedPath } from './paths.ts';
import type { PlannedEvent } from './path-plan.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { transitionId } from '../export/transitions.ts';

export interface PathRun {
  /** Ids of the transitions that the actor took. */
  readonly driven: ReadonlySet<string>;
  /** Ids of the states that the actor was in, also of those that it left at once. */
  readonly entered: ReadonlySet<string>;
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
  const fakes = fakeActors(machine);
  const clock = new SimulatedClock();
  const driven = new Set<string>();
  const entered = new Set<string>();
  const emitted: EventObject[] = [];
  const actor = createActor(machine.provide({ actors: fakes.actors }), {
    input: path.input,
    clock,
    inspect: (event) => {
      if (event.type !== '@xstate.microstep' || event.actorRef.sessionId !== event.rootId) return;
      for (const transition of event._transitions as AnyTransitionDefinition[]) {
        if (!transition.source) continue;
        driven.add(transitionId(transition));
        entered.add(transition.source.id);
      }
      if ('value' in event.snapshot) note(event.snapshot.value as StateValue);
    },
  });
  let failure: unknown = null;
  actor.subscribe({ error: (error) => (failure = error) });
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  note(actor.getSnapshot().value);
  const snapshots = [actor.getSnapshot()];
  for (const [index, step] of path.steps.entries()) {
    await perform(step.event);
    const snapshot = actor.getSnapshot();
    snapshots.push(snapshot);
    const actual = JSON.stringify({ value: snapshot.value, tags: [...snapshot.tags].sort() });
    if (failure !== null) throw new Error(`step ${index + 1} of "${path.name}" broke the actor: ${String(failure)}`);
    if (actual !== JSON.stringify(step.expected)) {
      throw new Error(`step ${index + 1} of "${path.name}": the chart says ${JSON.stringify(step.expected)}, the actor is in ${actual}`);
    }
  }
  const snapshot = actor.getSnapshot();
  actor.stop();
  return { driven, entered, emitted, snapshots, snapshot };

  function note(value: StateValue): void {
    for (const { id } of getStateNodes(machine.root, value)) entered.add(id);
  }

  async function perform(event: PlannedEvent): Promise<void> {
    const [, kind, rest = ''] = /^xstate\.(done\.actor|error\.actor|after)\.(.*)$/u.exec(event.type) ?? [];
    if (kind === 'done.actor') fakes.last(rest).resolve(event.output);
    else if (kind === 'error.actor') fakes.last(rest).reject(event.error);
    else if (kind === 'after') fireDelay(rest.slice(0, rest.indexOf('.')));
    else actor.send(event);
    await flushPromises();
  }

  function fireDelay(name: string): void {
    const snapshot = actor.getSnapshot();
    const delay = machine.implementations.delays[name] ?? Number(name);
    const ms =
      typeof delay === 'function'
        ? delay({ context: snapshot.context, event: { type: '' }, self: actor, system: actor.system } as never, undefined as never)
        : delay;
    const fired = clock.fire(ms) || (clock.waiting.length === 1 && clock.fire(clock.waiting[0] ?? 0));
    if (!fired) throw new Error(`"${path.name}": no timer "${name}" of ${ms} ms waits; waiting: ${clock.waiting.join(', ') || 'none'}`);
  }
}
