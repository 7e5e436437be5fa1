import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  createMachine,
  type EventObject,
  type ExecutableActionObject,
  type InspectionEvent,
} from 'xstate';
import { transitionId } from '../export/transitions.ts';

export interface PureStep {
  readonly snapshot: AnyMachineSnapshot;
  /** What an actor would do now, in order. */
  readonly actions: readonly ExecutableActionObject[];
  /** Ids of the transitions, in their order, where they are asked for: noting them takes half as long again. */
  readonly took: readonly string[];
}

export interface PureSteps {
  readonly start: () => PureStep;
  readonly after: (from: AnyMachineSnapshot, event: EventObject) => PureStep;
  /** The actor that the machine answers to. */
  readonly parent: AnyActorRef;
}

const elsewhere = createMachine({});

/**
 * Takes steps of a machine without running anything: nothing is started or sent. XState's `initialTransition` and `transition` do so for a
 * machine without a parent, and work out its first state once more for each step, which took most of the time of a traversal.
 */
export function pureSteps(machine: AnyStateMachine, input: unknown, { notesTaken = false } = {}): PureSteps {
  const parent = createActor(elsewhere);
  const self = createActor(machine, { input });
  const taken = (step: (scope: Parameters<AnyStateMachine['transition']>[2]) => AnyMachineSnapshot): PureStep => {
    const actions: ExecutableActionObject[] = [];
    const took: string[] = [];
    const inspect = (inspected: InspectionEvent): void => {
      if (inspected.type !== '@xstate.microstep') return;
      for (const transition of inspected._transitions as AnyTransitionDefinition[])
        if (transition.source) took.push(transitionId(transition));
    };
    // Of its own for each step: a `systemId` may be given once only, and nothing ends that was given one.
    const { system } = createActor(elsewhere, notesTaken ? { inspect } : {});
    Object.assign(self, { _parent: parent, system });
    const snapshot = step({
      self,
      id: self.id,
      sessionId: self.sessionId,
      system,
      logger: () => undefined,
      defer: () => undefined,
      emit: () => undefined,
      stopChild: () => undefined,
      actionExecutor: (action) => void actions.push(action),
    });
    return { snapshot, actions, took };
  };
  return {
    start: () => taken((scope) => machine.getInitialSnapshot(scope, input)),
    after: (from, event) => taken((scope) => machine.transition(from, event, scope)),
    parent,
  };
}
