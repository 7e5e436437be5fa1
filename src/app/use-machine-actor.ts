import { useActorRef } from '@xstate/react';
import type { Actor, AnyStateMachine, InputFrom } from 'xstate';
import { inspectActors } from './live-actors.ts';

/** The actor of a screen or a part of it: it runs while the component is mounted, and the flight recorder records it. */
export function useMachineActor<Machine extends AnyStateMachine>(
  machine: Machine,
  ...[options]: undefined extends InputFrom<Machine>
    ? [options?: { readonly input?: InputFrom<Machine> }]
    : [options: { readonly input: InputFrom<Machine> }]
): Actor<Machine> {
  return useActorRef<AnyStateMachine>(machine, { input: options?.input, inspect: inspectActors }) as Actor<Machine>;
}
