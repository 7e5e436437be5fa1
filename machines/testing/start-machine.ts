import { type Actor, type AnyStateMachine, createActor, type EventObject, type InputFrom } from 'xstate';
import { type FakeActors, fakeActors, flushPromises } from './fake-actors.ts';
import { SimulatedClock } from './simulated-clock.ts';

export interface StartedMachine<M extends AnyStateMachine> {
  readonly actor: Actor<M>;
  readonly clock: SimulatedClock;
  readonly fakes: FakeActors;
  /** Everything emitted so far. */
  readonly emitted: EventObject[];
  /** Answers the last start of an actor (by its name or its invoke's id) and lets the answer arrive. */
  answer(nameOrId: string, output: unknown): Promise<void>;
  fail(nameOrId: string, error?: unknown): Promise<void>;
}

/** A started machine with a fake for each of its actors and a clock that stands still. */
export function startMachine<M extends AnyStateMachine>(machine: M, input?: InputFrom<M>): StartedMachine<M> {
  const fakes = fakeActors(machine);
  const clock = new SimulatedClock();
  const emitted: EventObject[] = [];
  const actor = createActor<AnyStateMachine>(machine.provide({ actors: fakes.actors }), { input, clock });
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  return {
    actor: actor as Actor<M>,
    clock,
    fakes,
    emitted,
    async answer(nameOrId, output) {
      fakes.last(nameOrId).resolve(output);
      await flushPromises();
    },
    async fail(nameOrId, error = new Error('broken')) {
      fakes.last(nameOrId).reject(error);
      await flushPromises();
    },
  };
}
