import { type AnyStateMachine, StateMachine } from 'xstate';
import { chartModel } from '../export/chart-model.ts';
import { guardOf } from '../export/guard-text.ts';
import { stateNodesOf, transitionId } from '../export/transitions.ts';
import type { PathPlan, PlannedEvent } from './path-plan.ts';
import { propertiesByMachine } from './property-list.ts';
import { requirementCoverage } from './requirement-coverage.ts';
import { type GeneratedPath, generatePaths } from './paths.ts';
import { runPath } from './run-path.ts';

/** One part of a chart, and whether a path came through it. */
export interface Covered {
  readonly id: string;
  readonly isCovered: boolean;
  /** Why no path can take it, where the plan says so. */
  readonly excuse: string | null;
}

/** A transition's guard, and whether it was seen to hold and to refuse. */
export interface CoveredGuard {
  readonly transition: string;
  readonly guard: string;
  readonly held: boolean;
  readonly refused: boolean;
}

/** A requirement that the chart meets. */
export interface CoveredRequirement {
  readonly id: string;
  /** A path takes a transition that meets it. */
  readonly driven: boolean;
  /** A property would fail if it were not met. */
  readonly proven: boolean;
}

export interface Coverage {
  readonly machine: string;
  readonly paths: number;
  readonly steps: number;
  readonly states: readonly Covered[];
  readonly transitions: readonly Covered[];
  readonly guards: readonly CoveredGuard[];
  readonly requirements: readonly CoveredRequirement[];
}

/**
 * Drives a real actor along every path of a plan, and says which states, transitions and guards they came through. Throws where the actor
 * is not where the chart said.
 */
export async function coverageOf<M extends AnyStateMachine>(
  plan: PathPlan<M>,
  paths: readonly GeneratedPath[] = generatePaths(plan),
): Promise<Coverage> {
  const { machine, outcomes } = withWatchedGuards(plan.machine);
  const entered = new Set<string>();
  const driven = new Set<string>();
  const tried = new Set<string>();
  const events: readonly PlannedEvent[] = plan.events;
  for (const path of paths) {
    const run = await runPath(machine, path);
    for (const id of run.entered) entered.add(id);
    for (const id of run.driven) driven.add(id);
    // What a guard refuses is on no path, since nothing happens: each event is tried wherever the paths come through.
    run.snapshots.forEach((snapshot, index) => {
      const way = path.steps.slice(0, index).map(({ event }) => events.indexOf(event));
      const key = JSON.stringify([path.input, way]);
      if (tried.has(key)) return;
      tried.add(key);
      for (const event of events) snapshot.can(event);
    });
  }
  const nodes = stateNodesOf(machine);
  const transitions = nodes.flatMap((node) => [...node.transitions.values(), node.always ?? []].flat());
  const properties = propertiesByMachine[machine.id] ?? {};
  return {
    machine: machine.id,
    paths: paths.length,
    steps: paths.reduce((sum, { steps }) => sum + steps.length, 0),
    states: nodes.map(({ id }) => ({ id, isCovered: entered.has(id), excuse: null })),
    transitions: transitions.map(transitionId).map((id) => ({ id, isCovered: driven.has(id), excuse: plan.unreachable?.[id] ?? null })),
    guards: transitions.flatMap((transition) => {
      const guard = guardOf(transition.guard);
      const seen = outcomes.get(transition.guard) ?? new Set();
      return guard === null
        ? []
        : [{ transition: transitionId(transition), guard: guard.name, held: seen.has(true), refused: seen.has(false) }];
    }),
    requirements: [...requirementCoverage(chartModel(plan.machine)).metBy].map(([id, by]) => ({
      id,
      driven: by.some((transition) => driven.has(transition)),
      proven: id in properties,
    })),
  };
}

interface GuardReference {
  readonly type: string;
  readonly params?: unknown;
}

/**
 * The same machine, which notes the outcomes of each guard where it is used. A guard itself does not know for which transition it is asked;
 * its parameters do, which XState works out right before.
 */
function withWatchedGuards(machine: AnyStateMachine): {
  readonly machine: AnyStateMachine;
  readonly outcomes: ReadonlyMap<unknown, ReadonlySet<boolean>>;
} {
  const outcomes = new Map<unknown, Set<boolean>>();
  let asked: unknown = null;
  const watched = (reference: string | GuardReference): GuardReference => {
    const { type, params } = typeof reference === 'string' ? { type: reference } : reference;
    const own: GuardReference = {
      type,
      params: (args: unknown) => {
        asked = own;
        return typeof params === 'function' ? params(args) : params;
      },
    };
    outcomes.set(own, new Set());
    return own;
  };
  const copy = (value: unknown, key: string): unknown => {
    if (key === 'guard' && (typeof value === 'string' || (typeof value === 'object' && value !== null && 'type' in value))) {
      return watched(value as string | GuardReference);
    }
    if (Array.isArray(value)) return value.map((item) => copy(item, ''));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner, name)]));
  };
  const guards = Object.fromEntries(
    Object.entries(machine.implementations.guards).map(([name, guard]) => [
      name,
      (args: unknown, params: unknown) => {
        // Known by name only, as all guards of any machine.
        const outcome = (guard as (args: unknown, params: unknown) => boolean)(args, params);
        outcomes.get(asked)?.add(outcome);
        return outcome;
      },
    ]),
  );
  const config = copy(machine.config, '') as AnyStateMachine['config'];
  const watchedMachine: AnyStateMachine = new StateMachine(config, {
    ...machine.implementations,
    guards,
  } as AnyStateMachine['implementations']);
  return { machine: watchedMachine, outcomes };
}
