import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type ContextFrom,
  initialTransition,
  transition,
} from 'xstate';
import { type AdjacencyValue, getAdjacencyMap } from 'xstate/graph';
import { eventNames } from './event-names.ts';
import type { PathPlan, PlannedEvent } from './path-plan.ts';
import { transitionId } from '../export/transitions.ts';

export interface PathStep {
  readonly event: PlannedEvent;
  /** What the page sends right after it, by the rules that the path was made with. */
  readonly also?: readonly PlannedEvent[];
  /** What the chart says after the events. */
  readonly expected: { readonly value: unknown; readonly tags: readonly string[] };
}

export interface GeneratedPath {
  readonly input: unknown;
  /** The events by name, for snapshots and messages. */
  readonly name: string;
  readonly steps: readonly PathStep[];
  /** Whether its last event leaves the page, by the rules that it was made with. */
  readonly ends?: boolean;
}

/** A situation of a machine on a path. */
export interface Situation<M extends AnyStateMachine = AnyStateMachine> {
  readonly context: ContextFrom<M>;
  hasTag(tag: string): boolean;
  matches(state: unknown): boolean;
}

/**
 * What a page allows of what its chart does. What these read of the context must be distinguished by the plan, as what guards read. Without
 * them, paths are those of the chart alone.
 */
export interface PathRules<M extends AnyStateMachine = AnyStateMachine> {
  /** Whether the event can come there: its control is there, and nothing else has to happen first. */
  readonly isPossible?: (now: Situation<M>, event: PlannedEvent) => boolean;
  /** What the page sends by itself after the event: a message takes the focus, say, and the field that had it is left. */
  readonly alsoSent?: (before: Situation<M>, event: PlannedEvent, after: Situation<M>) => readonly PlannedEvent[];
  /** Whether the event ends the path, such as by leaving the page. */
  readonly isLast?: (before: Situation<M>, event: PlannedEvent, after: Situation<M>) => boolean;
}

interface Edge {
  readonly event: PlannedEvent;
  readonly state: AnyMachineSnapshot;
}

/** A bound on the states of one chart. Reached means that the plan distinguishes too much. */
const traversalLimit = 50_000;

/**
 * For every edge of the chart (a state, an event, the transitions that it takes there, the state after) the shortest path
 * to the state, then the event. Edges that differ in the context alone are one edge. Paths that are the beginning of
 * another are left out.
 */
export function generatePaths<M extends AnyStateMachine>(plan: PathPlan<M>, pageRules: PathRules<M> = {}): readonly GeneratedPath[] {
  const rounds: readonly (readonly PlannedEvent[])[] = plan.rounds ?? [plan.events];
  return plan.inputs.flatMap((input, index) => {
    const prefix = plan.inputs.length > 1 ? `#${index + 1} ` : '';
    return withoutPrefixes(rounds.flatMap((events) => pathsFrom(plan, pageRules, events, input, prefix)));
  });
}

function pathsFrom<M extends AnyStateMachine>(
  plan: PathPlan<M>,
  { isPossible, alsoSent, isLast }: PathRules<M>,
  planned: readonly PlannedEvent[],
  input: unknown,
  prefix: string,
): readonly GeneratedPath[] {
  const { machine } = plan;
  const names = eventNames(plan.events);
  const serialise = (snapshot: AnyMachineSnapshot): string =>
    JSON.stringify([snapshot.value, [...snapshot.tags].sort(), snapshot.status, plan.distinguish?.(snapshot.context) ?? null]);
  const takes = (snapshot: AnyMachineSnapshot, event: PlannedEvent): boolean =>
    snapshot.status === 'active' &&
    (machine.getTransitionData(snapshot, event) as readonly unknown[]).length > 0 &&
    isPossible?.(snapshot, event) !== false;
  const after = (snapshot: AnyMachineSnapshot, event: PlannedEvent): AnyMachineSnapshot =>
    transition<AnyStateMachine>(machine, snapshot, event)[0];
  const alsoAfter = (before: AnyMachineSnapshot, event: PlannedEvent): readonly PlannedEvent[] =>
    alsoSent?.(before, event, after(before, event)) ?? [];
  // The pure functions take no system, which is what lets invokes with a systemId through.
  const pure = {
    getInitialSnapshot: (): AnyMachineSnapshot => initialTransition<AnyStateMachine>(machine, input)[0],
    transition: (snapshot: AnyMachineSnapshot, event: PlannedEvent): AnyMachineSnapshot =>
      [event, ...alsoAfter(snapshot, event)].reduce(after, snapshot),
    getPersistedSnapshot: (snapshot: AnyMachineSnapshot) => snapshot,
  };
  const graph = getAdjacencyMap<AnyMachineSnapshot, PlannedEvent, unknown>(pure, {
    events: (snapshot: AnyMachineSnapshot) => planned.filter((event) => takes(snapshot, event)),
    serializeState: serialise,
    serializeEvent: (event: PlannedEvent) => JSON.stringify(event),
    limit: traversalLimit,
  });
  const nodes = new Map<string, AdjacencyValue<AnyMachineSnapshot, PlannedEvent>>(Object.entries(graph));
  const start = serialise(pure.getInitialSnapshot());
  const reached = new Map<string, readonly PathStep[]>([[start, []]]);
  const edges = new Set<string>();
  const paths: GeneratedPath[] = [];
  // A Map visits what is added on the way: this is a breadth-first search, so each path is a shortest one.
  for (const [key, steps] of reached) {
    for (const { event, state } of Object.values<Edge>(nodes.get(key)?.transitions ?? {})) {
      const from = nodes.get(key)?.state;
      const also = from ? alsoAfter(from, event) : [];
      const expected = { value: state.value, tags: [...state.tags].sort() };
      const next = [...steps, { event, ...(also.length > 0 ? { also } : {}), expected }];
      const ends = from !== undefined && isLast?.(from, event, state) === true;
      if (!ends && !reached.has(serialise(state))) reached.set(serialise(state), next);
      const edge = edgeKey(from, event, state);
      if (edges.has(edge)) continue;
      edges.add(edge);
      const name = prefix + next.map((step) => names.get(step.event) ?? step.event.type).join(' > ');
      paths.push({ input, name, steps: next, ...(ends ? { ends } : {}) });
    }
  }
  return paths;

  function edgeKey(from: AnyMachineSnapshot | undefined, event: PlannedEvent, to: AnyMachineSnapshot): string {
    const taken = from === undefined ? [] : (machine.getTransitionData(from, event) as AnyTransitionDefinition[]).map(transitionId);
    return JSON.stringify([from?.value, names.get(event), taken, to.value, [...to.tags].sort()]);
  }
}

function withoutPrefixes(all: readonly GeneratedPath[]): readonly GeneratedPath[] {
  const key = (steps: readonly PathStep[]): string => JSON.stringify(steps.map((step) => step.event));
  // Rounds that begin alike find the same paths.
  const paths = [...new Map(all.map((path) => [key(path.steps), path])).values()];
  const beginnings = new Set(
    paths.flatMap((path) =>
      path.steps
        .map((_, end) => end)
        .slice(1)
        .map((end) => key(path.steps.slice(0, end))),
    ),
  );
  return paths.filter((path) => !beginnings.has(key(path.steps)));
}
