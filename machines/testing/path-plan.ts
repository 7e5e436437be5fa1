import type { AnyStateMachine, ContextFrom, EventFrom, InputFrom } from 'xstate';
import type { Json } from '#contract/json.ts';

/** Events that XState raises itself; a plan lists those that matter, with payloads. */
export type SystemEvent =
  | { readonly type: `xstate.done.actor.${string}`; readonly output: unknown }
  | { readonly type: `xstate.error.actor.${string}`; readonly error: unknown }
  | { readonly type: `xstate.after.${string}` };

export interface PlannedEvent {
  readonly type: string;
  readonly output?: unknown;
  readonly error?: unknown;
}

/** The input of path generation for one machine, in its `x.paths.ts`. */
export interface PathPlan<M extends AnyStateMachine = AnyStateMachine> {
  readonly machine: M;
  /** One traversal per input. */
  readonly inputs: readonly InputFrom<M>[];
  /** Every event that may come, `xstate.done.actor.*`, `xstate.error.actor.*` and `xstate.after.*` included. */
  readonly events: readonly (EventFrom<M> | SystemEvent)[];
  /**
   * Sets of those events, each traversed by itself. For charts with regions that have little to do with each other: the
   * product of their states would drown the paths that a person reviews. Without it, all events are traversed together.
   */
  readonly rounds?: readonly (readonly (EventFrom<M> | SystemEvent)[])[];
  /** The parts of the context that guards read: snapshots that differ in them count as different states. */
  readonly distinguish?: (context: ContextFrom<M>) => Json;
  /** Transitions that no path can take, by id (`state id --event[index]`), each with its reason. A stale entry fails the test. */
  readonly unreachable?: Readonly<Record<string, string>>;
  /** Transitions whose guard has one outcome only wherever the paths come through, by id, each with its reason. As above. */
  readonly oneSided?: Readonly<Record<string, string>>;
}

/** Declares a plan and keeps the machine's types. */
export function pathPlan<M extends AnyStateMachine>(plan: PathPlan<M>): PathPlan<M> {
  return plan;
}
