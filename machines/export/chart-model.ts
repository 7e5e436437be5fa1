import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { JsonObject } from '#contract/json.ts';
import { type ChartGuard, guardOf } from './guard-text.ts';
import { stateNodesOf, transitionId } from './transitions.ts';

export type StateType = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

/** What makes a transition happen: an event, nothing at all, a delay, or an actor or region that has ended. */
export type TransitionKind = 'event' | 'always' | 'delay' | 'done' | 'error';

export interface ChartInvoke {
  /** Of this start of the actor; its events carry it. */
  readonly id: string;
  /** The actor's name in the machine's setup. */
  readonly src: string;
}

export interface ChartState {
  /** Unique within all machines: the machine's id, then the keys of the states around it. */
  readonly id: string;
  readonly key: string;
  /** The keys from the root, without the root's. */
  readonly path: readonly string[];
  /** The id of the state around it; null for the machine itself. */
  readonly parent: string | null;
  readonly type: StateType;
  /** The id of the state that is entered first; null but in compound states. */
  readonly initial: string | null;
  readonly description: string;
  readonly tags: readonly string[];
  /** `sees`: what a person sees on the screen. `testId`: where a test finds it. */
  readonly meta: JsonObject;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly ChartInvoke[];
}

export interface ChartDelay {
  /** The delay's name in the machine's setup. */
  readonly name: string;
  /** null where it is worked out when the state is entered. */
  readonly ms: number | null;
}

export interface ChartTransition {
  /** `state id --event[index]`, the index being its place among the event's candidates. */
  readonly id: string;
  readonly source: string;
  /** Empty where no state is left: only the actions run. */
  readonly targets: readonly string[];
  /** As XState names it; '' for `always`. */
  readonly event: string;
  /** The event in a few words: `done loadPage`, `after backoff`, `always`. */
  readonly label: string;
  readonly kind: TransitionKind;
  readonly delay: ChartDelay | null;
  readonly guard: ChartGuard | null;
  readonly actions: readonly string[];
  /** The source is left and entered again, although the target is within it. */
  readonly reenter: boolean;
  readonly description: string;
  /** The requirement that the transition meets, in plain words; '' for most. */
  readonly requirement: string;
}

/** A chart as plain JSON: what the page, the documents and the comparison of two revisions are made of. */
export interface ChartModel {
  readonly id: string;
  readonly description: string;
  /** In document order, the machine itself first: every state comes after the state around it. */
  readonly states: readonly ChartState[];
  /** In the order of their sources, and of an event's candidates. */
  readonly transitions: readonly ChartTransition[];
}

/** The chart of a machine, or of one that was made of an exported JSON. */
export function chartModel(machine: AnyStateMachine): ChartModel {
  const nodes = stateNodesOf(machine);
  return {
    id: machine.id,
    description: machine.root.description ?? '',
    states: nodes.map(stateOf),
    transitions: nodes.flatMap((node) =>
      [...node.transitions.values(), node.always ?? []].flat().map((transition) => transitionOf(machine, transition)),
    ),
  };
}

function stateOf(node: AnyStateNode): ChartState {
  return {
    id: node.id,
    key: node.key,
    path: node.path,
    parent: node.parent?.id ?? null,
    type: node.type,
    initial: node.type === 'compound' ? (node.initial.target[0]?.id ?? null) : null,
    description: node.description ?? '',
    tags: [...node.tags],
    meta: plainJson(node.meta ?? {}),
    // From the config: `after` adds actions of XState's own to the node.
    entry: actionNames(node.config.entry),
    exit: actionNames(node.config.exit),
    invokes: node.invoke.map(({ id, src }) => ({ id, src: typeof src === 'string' ? src : 'inline' })),
  };
}

function transitionOf(machine: AnyStateMachine, transition: AnyTransitionDefinition): ChartTransition {
  const { source, eventType } = transition;
  const meta: JsonObject = plainJson(transition.meta ?? {});
  return {
    id: transitionId(transition),
    source: source.id,
    targets: (transition.target ?? []).map((target) => target.id),
    event: eventType,
    label: eventLabel(eventType),
    kind: kindOf(eventType),
    delay: delayOf(machine, eventType),
    guard: guardOf(transition.guard),
    actions: actionNames(transition.actions),
    reenter: transition.reenter,
    description: transition.description ?? '',
    requirement: typeof meta['requirement'] === 'string' ? meta['requirement'] : '',
  };
}

/** `xstate.done.actor.loadPage` reads as "done loadPage", `xstate.after.backoff.id` as "after backoff". */
function eventLabel(type: string): string {
  if (type === '') return 'always';
  const after = /^xstate\.after\.([^.]+)\./u.exec(type);
  if (after) return `after ${after[1]}`;
  return type.replace(/^xstate\.(done|error)\.(?:actor|state)\./u, '$1 ');
}

function kindOf(type: string): TransitionKind {
  if (type === '') return 'always';
  const kind = /^xstate\.(after|done|error)\./u.exec(type)?.[1];
  return kind === 'after' ? 'delay' : kind === 'done' || kind === 'error' ? kind : 'event';
}

function delayOf(machine: AnyStateMachine, type: string): ChartDelay | null {
  const name = /^xstate\.after\.([^.]+)\./u.exec(type)?.[1];
  if (name === undefined) return null;
  const ms: unknown = machine.implementations.delays[name] ?? Number(name);
  return { name, ms: typeof ms === 'number' && Number.isFinite(ms) ? ms : null };
}

/** The names of actions, of an array or of a single one. What is inline has none: "inline". */
function actionNames(actions: unknown): readonly string[] {
  return [actions ?? []].flat().map((action) => {
    if (typeof action === 'string') return action;
    return typeof action === 'object' && action !== null && 'type' in action ? String(action.type) : 'inline';
  });
}

/** Meta as it comes through JSON, so that a model equals the one that was stored. */
function plainJson(meta: object): JsonObject {
  return JSON.parse(JSON.stringify(meta));
}
