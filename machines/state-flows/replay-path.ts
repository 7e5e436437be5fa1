import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type EventObject,
  type InspectionEvent,
  initialTransition,
} from 'xstate';
import { toJson } from '#contract/json.ts';
import { redactEvent } from '../flight-recorder/redact.ts';
import { transitionId } from '../export/transitions.ts';
import type { GeneratedPath } from '../testing/paths.ts';
import type { FlowStep } from './state-flows.types.ts';
import { whatNext } from './what-next.ts';

/** The steps of a path, the start first. Nothing runs: actors are not started, actions and emitted events are dropped. */
export function replayPath(machine: AnyStateMachine, { input, steps }: GeneratedPath): readonly FlowStep[] {
  let [snapshot]: readonly [AnyMachineSnapshot, ...unknown[]] = initialTransition<AnyStateMachine>(machine, input);
  const shown: FlowStep[] = [stepOf({ type: 'xstate.init' }, [], snapshot)];
  for (const { event } of steps) {
    const taken = pureTransition(machine, input, snapshot, event);
    snapshot = taken.snapshot;
    shown.push(stepOf(event, taken.took, snapshot));
  }
  return shown;
}

function stepOf(event: EventObject, took: readonly string[], snapshot: AnyMachineSnapshot): FlowStep {
  const { value, status } = snapshot;
  // Paths have made-up values; they are redacted all the same, so that both kinds of steps read alike.
  return { at: null, event: redactEvent(event, () => true), from: null, took, value: toJson(value), status, next: whatNext(snapshot) };
}

/** XState's own `transition` does not say which transitions were taken; an actor that is never started reports them. */
function pureTransition(machine: AnyStateMachine, input: unknown, before: AnyMachineSnapshot, event: EventObject) {
  const took: string[] = [];
  const inspect = (inspected: InspectionEvent): void => {
    if (inspected.type !== '@xstate.microstep') return;
    for (const transition of inspected._transitions as AnyTransitionDefinition[])
      if (transition.source) took.push(transitionId(transition));
  };
  const self = createActor(machine, { input, inspect });
  took.length = 0;
  const snapshot: AnyMachineSnapshot = machine.transition(before, event, {
    self,
    id: self.id,
    sessionId: self.sessionId,
    system: self.system,
    logger: () => undefined,
    defer: () => undefined,
    emit: () => undefined,
    stopChild: () => undefined,
    actionExecutor: () => undefined,
  });
  return { snapshot, took };
}
