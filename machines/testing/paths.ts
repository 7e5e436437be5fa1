import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, ContextFrom } from 'xstate';
import { eventNames } from './event-names.ts';
import type { PathPlan, PlannedEvent } from './path-plan.ts';
import { type PureStep, pureSteps } from './pure-steps.ts';
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
  /** The place of the input among the plan's. */
  readonly inputAt: number;
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

/** How to come to a state of the chart by the shortest path, and the state. */
interface Reached {
  readonly snapshot: AnyMachineSnapshot;
  readonly steps: readonly PathStep[];
  /** Ids of actors that have answered or failed, and were not started again: nothing more comes from them. */
  readonly ended: ReadonlySet<string>;
}

/** A bound on the states of one chart. Reached means that the plan distinguishes too much. */
const traversalLimit = 50_000;

/**
 * For every edge of the chart (a state, an event, the transitions that it takes there, the state after, and whether the context changes)
 * the shortest path to the state, then the event. Edges that only differ in the context from which they start are one edge. Paths that are the beginning of
 * another are left out.
 */
export function generatePaths<M extends AnyStateMachine>(plan: PathPlan<M>, pageRules: PathRules<M> = {}): readonly GeneratedPath[] {
  const generation = generatedPaths(plan, pageRules);
  for (;;) {
    const { done, value } = generation.next();
    if (done) return value;
  }
}

/** The same in steps of some milliseconds each. Whoever has other work does it between two of them; the last one has the paths. */
export function* generatedPaths<M extends AnyStateMachine>(
  plan: PathPlan<M>,
  pageRules: PathRules<M> = {},
): Generator<undefined, readonly GeneratedPath[]> {
  const rounds: readonly (readonly PlannedEvent[])[] = plan.rounds ?? [plan.events];
  const all: GeneratedPath[] = [];
  for (const [index, input] of plan.inputs.entries()) {
    const found: GeneratedPath[] = [];
    for (const events of rounds) found.push(...(yield* pathsFrom(plan, pageRules, events, input, index)));
    all.push(...(yield* withoutPrefixes(found)));
  }
  return all;
}

function* pathsFrom<M extends AnyStateMachine>(
  plan: PathPlan<M>,
  { isPossible, alsoSent, isLast }: PathRules<M>,
  planned: readonly PlannedEvent[],
  input: unknown,
  inputAt: number,
): Generator<undefined, readonly GeneratedPath[]> {
  const { machine } = plan;
  const prefix = plan.inputs.length > 1 ? `#${inputAt + 1} ` : '';
  const names = eventNames(plan.events);
  const serialise = (snapshot: AnyMachineSnapshot): string =>
    JSON.stringify([snapshot.value, [...snapshot.tags].sort(), snapshot.status, plan.distinguish?.(snapshot.context) ?? null]);
  const takes = (snapshot: AnyMachineSnapshot, event: PlannedEvent): boolean =>
    snapshot.status === 'active' &&
    (machine.getTransitionData(snapshot, event) as readonly unknown[]).length > 0 &&
    isPossible?.(snapshot, event) !== false;
  const pure = pureSteps(machine, input);
  const after = (snapshot: AnyMachineSnapshot, event: PlannedEvent): AnyMachineSnapshot => pure.after(snapshot, event).snapshot;
  const start = pure.start().snapshot;
  const reached = new Map<string, Reached>([[serialise(start), { snapshot: start, steps: [], ended: new Set<string>() }]]);
  const edges = new Set<string>();
  const paths: GeneratedPath[] = [];
  // A Map visits what is added on the way: this is a breadth-first search, so each path is a shortest one.
  for (const { snapshot: from, steps, ended } of reached.values()) {
    if (reached.size > traversalLimit)
      throw new Error(`${machine.id} has more than ${traversalLimit} situations: its plan distinguishes too much`);
    for (const event of planned.filter((each) => !ended.has(actorOf(each) ?? '') && takes(from, each))) {
      const also = alsoSent?.(from, event, after(from, event)) ?? [];
      let state = from;
      const answering = actorOf(event);
      const endedNow = new Set(answering === null ? ended : [...ended, answering]);
      for (const each of [event, ...also]) {
        const { snapshot, actions } = pure.after(state, each);
        state = snapshot;
        for (const id of startedBy(actions)) endedNow.delete(id);
      }
      const expected = { value: state.value, tags: [...state.tags].sort() };
      const next = [...steps, { event, ...(also.length > 0 ? { also } : {}), expected }];
      const ends = isLast?.(from, event, state) === true;
      const key = serialise(state);
      if (!ends && !reached.has(key)) reached.set(key, { snapshot: state, steps: next, ended: endedNow });
      const edge = edgeKey(from, event, state);
      if (edges.has(edge)) continue;
      edges.add(edge);
      const name = prefix + next.map((step) => names.get(step.event) ?? step.event.type).join(' > ');
      paths.push({ input, inputAt, name, steps: next, ...(ends ? { ends } : {}) });
    }
    yield;
  }
  return paths;

  function edgeKey(from: AnyMachineSnapshot, event: PlannedEvent, to: AnyMachineSnapshot): string {
    const taken = (machine.getTransitionData(from, event) as AnyTransitionDefinition[]).map(transitionId);
    return JSON.stringify([from.value, names.get(event), taken, to.value, [...to.tags].sort(), changedKeys(from, to).length > 0]);
  }
}

/** The actor whose answer or failure an event is. */
export const actorOf = ({ type }: PlannedEvent): string | null => /^xstate\.(?:done|error)\.actor\.(.+)$/u.exec(type)?.[1] ?? null;

export function startedBy(actions: PureStep['actions']): readonly string[] {
  return actions.flatMap(({ type, params }) =>
    type === 'xstate.spawnChild' ? [(params as { readonly actorRef: AnyActorRef }).actorRef.id] : [],
  );
}

/** The parts of the context that differ between two situations, sorted. */
export function changedKeys(
  { context: before }: Pick<AnyMachineSnapshot, 'context'>,
  { context: after }: AnyMachineSnapshot,
): readonly string[] {
  return Object.keys({ ...before, ...after })
    .filter((key) => before[key] !== after[key] && contentOf(before[key]) !== contentOf(after[key]))
    .sort();
}

const contentOf = (value: unknown): string | undefined => JSON.stringify(value, (_, each) => (each instanceof Error ? each.message : each));

function* withoutPrefixes(all: readonly GeneratedPath[]): Generator<undefined, readonly GeneratedPath[]> {
  const keysOf = ({ steps }: GeneratedPath): readonly string[] => {
    const keys: string[] = [];
    for (const { event } of steps) keys.push(`${keys.at(-1) ?? ''}${JSON.stringify(event)}`);
    return keys;
  };
  // Rounds that begin alike find the same paths.
  const paths = new Map<string, GeneratedPath>();
  const beginnings = new Set<string>();
  for (const path of all) {
    const keys = keysOf(path);
    paths.set(keys.at(-1) ?? '', path);
    for (const key of keys.slice(0, -1)) beginnings.add(key);
    yield;
  }
  return [...paths].flatMap(([key, path]) => (beginnings.has(key) ? [] : [path]));
}
