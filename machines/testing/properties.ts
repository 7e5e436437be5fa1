import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  getStateNodes,
  type SnapshotFrom,
} from 'xstate';
import type { RequirementId } from '#contract/requirements.ts';
import { shortType } from './event-names.ts';
import type { Mutant } from './mutants.ts';
import type { PlannedEvent } from './path-plan.ts';
import type { PathTree, TreeStep } from './path-tree.ts';
import { type PureStep, pureSteps } from './pure-steps.ts';

/** An actor that a step has started: what a machine asks of the world around it. */
export interface Asked {
  readonly id: string;
  readonly input: unknown;
}

/** A step of a path, by what is seen of the machine from outside. */
export interface Step<M extends AnyStateMachine = AnyStateMachine> {
  /** What happened: `save.requested`, `done saveDraft`, `after backoff`; '' at the start. */
  readonly on: string;
  readonly event: PlannedEvent;
  readonly snapshot: SnapshotFrom<M>;
  readonly before: Step<M> | null;
  readonly asks: readonly Asked[];
  readonly emits: readonly EventObject[];
  /** Events to the parent and to other actors. */
  readonly sends: readonly EventObject[];
  /** The texts of what a person sees in the active states, from the outside to the inside. */
  readonly sees: readonly string[];
}

/** A rule about each step of a certain kind. `must` may look back by `before`. */
export interface Rule<M extends AnyStateMachine = AnyStateMachine> {
  readonly when: (step: Step<M>) => boolean;
  readonly must: (step: Step<M>) => boolean;
}

/** The rules of a machine's requirements, which hold on each of its paths. They don't come from its chart. */
export type Properties<M extends AnyStateMachine = AnyStateMachine> = { readonly [Id in RequirementId]?: readonly Rule<M>[] };

/** Declares the properties of a machine, and forgets its type, as lists of all machines do. */
export function propertiesOf<M extends AnyStateMachine>(
  properties: { readonly [Id in RequirementId]?: Rule<M> | readonly Rule<M>[] },
): Properties {
  return Object.fromEntries(Object.entries(properties).map(([id, rules]) => [id, [rules].flat()])) as Properties;
}

/** What a screen shows of a step, by the machine's view; worked out once for each snapshot, however many rules ask. */
export function viewOf<S extends object, V>(view: (snapshot: S) => V): (step: { readonly snapshot: S }) => V {
  const known = new WeakMap<S, V>();
  return ({ snapshot }) => {
    const shown = known.get(snapshot) ?? view(snapshot);
    known.set(snapshot, shown);
    return shown;
  };
}

/** Whether the person saw it right before the step: part of a text of `sees`. */
export const saw = ({ before }: Step, text: string): boolean => before !== null && sees(before, text);
export const sees = (step: Pick<Step, 'sees'>, text: string): boolean => step.sees.some((each) => each.includes(text));
export const asked = ({ asks }: Step, id: string): Asked | null => asks.find((each) => each.id === id) ?? null;
export const emitted = ({ emits }: Step, type: string): Record<string, unknown> | null =>
  emits.find((event) => event.type === type) ?? null;

/** The `kind` of an actor's answer; '' for other events. */
function answerOf({ event: { output } }: Step): string {
  return typeof output === 'object' && output !== null && 'kind' in output ? String(output.kind) : '';
}

/** Whether an actor has answered so, or at all where no kind is given. */
export const answered = (step: Step, id: string, ...kinds: readonly string[]): boolean =>
  step.on === `done ${id}` && (kinds.length === 0 || kinds.includes(answerOf(step)));

/** Whether an actor has failed, or has not answered as one that succeeded. */
export const failed = (step: Step, id: string, ...good: readonly string[]): boolean =>
  step.on === `error ${id}` || (step.on === `done ${id}` && !good.includes(answerOf(step)));

/** Every step of the paths, each after the one before it. */
function* stepsOf(machine: AnyStateMachine, trees: readonly PathTree[]): Generator<Step> {
  for (const { input, steps } of trees) {
    const pure = pureSteps(machine, input);
    const start = seen(pure.start(), null, { type: '' });
    yield start;
    yield* below(steps, start);

    function* below(level: PathTree['steps'], before: Step): Generator<Step> {
      for (const { event, next } of level.values()) {
        const step = seen(pure.after(before.snapshot, event), before, event);
        yield step;
        yield* below(next, step);
      }
    }
  }

  function seen({ snapshot, actions }: PureStep, before: Step | null, event: PlannedEvent): Step {
    const paramsOf = (type: string) => actions.flatMap((action) => (action.type === type ? [(action.params ?? {}) as Params] : []));
    return {
      on: shortType(event.type),
      event,
      snapshot,
      before,
      asks: paramsOf('xstate.spawnChild').map(({ actorRef, input }) => ({ id: actorRef?.id ?? '', input })),
      emits: paramsOf('xstate.emit').flatMap(({ event: emits }) => emits ?? []),
      sends: paramsOf('xstate.sendTo').flatMap(({ event: sends }) => sends ?? []),
      sees: seenIn(machine, snapshot),
    };
  }
}

interface Params {
  readonly actorRef?: AnyActorRef;
  readonly input?: unknown;
  readonly event?: EventObject;
}

function seenIn(machine: AnyStateMachine, { value }: AnyMachineSnapshot): readonly string[] {
  return getStateNodes(machine.root, value).flatMap(({ meta }) => (typeof meta?.['sees'] === 'string' ? [meta['sees']] : []));
}

export interface CheckedProperties {
  /** Requirements with a step to which a rule did not apply, and with which name of a path. */
  readonly broken: ReadonlyMap<string, string>;
  /** Requirements with a rule that applied to no step: it would never fail. */
  readonly idle: readonly string[];
}

/** Checks properties on every step of the paths. */
export function checkProperties(machine: AnyStateMachine, trees: readonly PathTree[], properties: Properties): CheckedProperties {
  const rules = Object.entries(properties).flatMap(([id, list]) => list.map((rule) => ({ id, rule })));
  const applied = new Set<Rule>();
  const broken = new Map<string, string>();
  for (const step of stepsOf(machine, trees)) {
    for (const { id, rule } of rules) {
      if (broken.has(id) || !rule.when(step)) continue;
      applied.add(rule);
      if (!isMet(rule, step)) broken.set(id, nameOf(step));
    }
    if (broken.size === Object.keys(properties).length) break;
  }
  return { broken, idle: rules.filter(({ rule }) => !applied.has(rule)).map(({ id }) => id) };
}

/** What a rule can't even ask of a step is not so. */
function isMet({ must }: Rule, step: Step): boolean {
  try {
    return must(step);
  } catch {
    return false;
  }
}

const nameOf = (step: Step): string => [...(step.before?.on ? [nameOf(step.before)] : []), step.on || 'start'].join(' > ');

/**
 * The requirements whose properties no mutant breaks: they would not notice a mistake. Those mutants are tried first that change a
 * transition which names the requirement.
 */
export function unprovenProperties(
  mutants: readonly Mutant[],
  trees: readonly PathTree[],
  properties: Properties,
  transitionsOf: (id: string) => readonly string[],
): readonly string[] {
  const left = new Set(Object.keys(properties));
  const tryOut = (mutant: Mutant, ids: readonly string[]): void => {
    const wanted = Object.fromEntries(Object.entries(properties).filter(([id]) => left.has(id) && ids.includes(id)));
    if (Object.keys(wanted).length > 0) for (const id of brokenBy(mutant, trees, wanted)) left.delete(id);
  };
  const ids = [...left];
  const near = (mutant: Mutant) => ids.filter((id) => transitionsOf(id).includes(mutant.where));
  for (const mutant of spread(mutants)) tryOut(mutant, near(mutant));
  for (const mutant of mutants) tryOut(mutant, ids);
  return [...left];
}

/**
 * One mutant of each place, then a second one of each: some places show in nothing that is seen from outside. Actions that are gone come
 * first, since a wrong target often shows in the name of the state alone.
 */
function spread(mutants: readonly Mutant[]): readonly Mutant[] {
  const actionsFirst = mutants.toSorted((a, b) => Number(b.kind === 'action') - Number(a.kind === 'action'));
  return [...Map.groupBy(actionsFirst, ({ where }) => where).values()]
    .flatMap((all) => all.map((mutant, rank) => ({ mutant, rank })))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ mutant }) => mutant);
}

function brokenBy(mutant: Mutant, trees: readonly PathTree[], properties: Properties): readonly string[] {
  // Where its event does not come, a mutant does what the machine does.
  const event = / --((?!always|entry$|exit$)[^*[]+)\[/u.exec(mutant.where)?.[1];
  const walked = event === undefined ? trees : trees.map((tree) => ({ ...tree, steps: branchesWith(event, tree.steps) }));
  try {
    return [...checkProperties(mutant.make(), walked, properties).broken.keys()];
  } catch {
    // It does not run at all, which no property has to notice.
    return [];
  }
}

/** The steps on the way to an event, and those after it. */
function branchesWith(type: string, level: PathTree['steps']): Map<string, TreeStep> {
  return new Map(
    [...level].flatMap(([name, step]) => {
      if (step.event.type === type) return [[name, step] as const];
      const next = branchesWith(type, step.next);
      return next.size > 0 ? [[name, { ...step, next }] as const] : [];
    }),
  );
}
