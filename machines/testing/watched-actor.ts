import {
  type Actor,
  type ActorOptions,
  type AnyActorLogic,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
  getStateNodes,
  type StateValue,
} from 'xstate';
import { type FakeActors, fakeActors, flushPromises } from './fake-actors.ts';
import type { PlannedEvent } from './path-plan.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { transitionId } from '../export/transitions.ts';

/** A machine for an actor that is driven along a path, in Node or behind a screen: its fakes, its clock, and what the actor did. */
export interface WatchedActor {
  /** The machine with a fake for each of its actors. Make one actor of it, with `options`. */
  readonly machine: AnyStateMachine;
  readonly options: Pick<ActorOptions<AnyActorLogic>, 'clock' | 'inspect'>;
  readonly fakes: FakeActors;
  /** Ids of the transitions that the actor took. */
  readonly driven: ReadonlySet<string>;
  /** Ids of the states that the actor was in, also of those that it left at once. */
  readonly entered: ReadonlySet<string>;
  /** Every event that reached the actor from outside, oldest first. Those that the chart raises itself are not among them. */
  readonly received: readonly EventObject[];
  /** Counts the states of the actor's first snapshot. */
  start(value: StateValue): void;
  /**
   * Lets a planned event happen: a promise is answered by its fake, a delay ends on the simulated clock, the rest is sent. Throws where no
   * such actor was started, or no such delay runs.
   */
  cause(actor: Actor<AnyStateMachine>, event: PlannedEvent): Promise<void>;
}

/** `parts`: actors that are no fakes, by their names in the machine. */
export function watchedActor(original: AnyStateMachine, parts: Readonly<Record<string, AnyActorLogic>> = {}): WatchedActor {
  const fakes = fakeActors(original);
  const clock = new SimulatedClock();
  const machine = original.provide({ actors: { ...fakes.actors, ...parts } });
  const driven = new Set<string>();
  const entered = new Set<string>();
  const received: EventObject[] = [];
  const enter = (value: StateValue): void => {
    for (const { id } of getStateNodes(machine.root, value)) entered.add(id);
  };
  return {
    machine,
    options: {
      clock,
      inspect: (inspected) => {
        if (inspected.actorRef.sessionId !== inspected.rootId) return;
        if (inspected.type === '@xstate.event') received.push(inspected.event);
        if (inspected.type !== '@xstate.microstep') return;
        for (const transition of inspected._transitions as AnyTransitionDefinition[]) {
          if (!transition.source) continue;
          driven.add(transitionId(transition));
          entered.add(transition.source.id);
        }
        if ('value' in inspected.snapshot) enter(inspected.snapshot.value as StateValue);
      },
    },
    fakes,
    driven,
    entered,
    received,
    start: enter,
    async cause(actor, event) {
      const [, kind, rest = ''] = /^xstate\.(done\.actor|error\.actor|after)\.(.*)$/u.exec(event.type) ?? [];
      if (kind === 'done.actor') fakes.last(rest).resolve(event.output);
      else if (kind === 'error.actor') fakes.last(rest).reject(event.error);
      else if (kind === 'after') endDelay(actor, rest.slice(0, rest.indexOf('.')));
      else actor.send(event);
      await flushPromises();
    },
  };

  function endDelay(actor: Actor<AnyStateMachine>, name: string): void {
    const { context } = actor.getSnapshot();
    const delay = machine.implementations.delays[name] ?? Number(name);
    const ms =
      typeof delay === 'function'
        ? delay({ context, event: { type: '' }, self: actor, system: actor.system } as never, undefined as never)
        : delay;
    const fired = clock.fire(ms) || (clock.waiting.length === 1 && clock.fire(clock.waiting[0] ?? 0));
    if (!fired) throw new Error(`no timer "${name}" of ${ms} ms waits; waiting: ${clock.waiting.join(', ') || 'none'}`);
  }
}
