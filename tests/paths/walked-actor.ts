import { useActorRef } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { Actor, AnyActorLogic, AnyStateMachine } from 'xstate';
import { type WatchedActor, watchedActor } from '#machines/testing/watched-actor.ts';

/**
 * In place of `src/app/use-machine-actor.ts`: the actor of the machine that a path leads through gets fakes, the simulated clock and somebody
 * who watches it. The component that makes it, and every other actor of the page, are the real ones.
 */

/** The actor behind the page, and what its component gave it. */
export interface PageActor extends WatchedActor {
  readonly actor: Actor<AnyStateMachine>;
  readonly input: unknown;
  /** What broke the actor; null where nothing did. */
  failure: unknown;
}

interface Expected {
  readonly machineId: string;
  readonly watched: WatchedActor;
  found: PageActor | null;
}

let expected: Expected | null = null;

/** The next actor of this machine is watched. Returns how to get it, once its component is there. `parts`: actors of it that are no fakes. */
export function expectActor(machine: AnyStateMachine, parts?: Readonly<Record<string, AnyActorLogic>>): () => PageActor | null {
  const next: Expected = { machineId: machine.id, watched: watchedActor(machine, parts), found: null };
  expected = next;
  return () => next.found;
}

export function useMachineActor(machine: AnyStateMachine, options: { readonly input?: unknown } = {}): Actor<AnyStateMachine> {
  // A component that suspends before its first commit is rendered anew, with another actor: only the one that stays counts.
  const [own] = useState(() => (expected?.machineId === machine.id ? expected : null));
  const actor = useActorRef(own?.watched.machine ?? machine, { input: options.input, ...own?.watched.options });
  const [input] = useState(options.input);
  // After the effect of useActorRef, which starts the actor: one that is not started has its first state, but none of its actors.
  useEffect(() => {
    if (own === null || own.found?.actor === actor) return;
    if (own.found !== null) throw new Error(`a second actor of ${own.machineId} was made on one page`);
    const found: PageActor = { ...own.watched, actor, input, failure: null };
    own.found = found;
    actor.subscribe({ error: (error) => (found.failure = error) });
    own.watched.start(actor.getSnapshot().value);
  }, [own, actor, input]);
  return actor;
}
