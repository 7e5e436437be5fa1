import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, StateMachine } from 'xstate';
import type { Json, JsonObject } from '#contract/json.ts';
import { actionEffects, inlineName } from './action-effects.ts';
import type { ChartAction, ChartDelay, ChartModel, ChartState, ChartTransition, TransitionKind } from './chart.types.ts';
import { guardOf } from './guard-text.ts';
import { stateNodesOf, transitionId } from './transitions.ts';

/** What a machine's code says beside its config; of one that was made of an exported JSON it comes from there. */
type Implemented = Pick<ChartModel, 'effects' | 'machines'>;

export const implementedBy = (machine: AnyStateMachine): Implemented => ({
  effects: actionEffects(machine),
  machines: Object.fromEntries(
    Object.entries(machine.implementations.actors)
      .flatMap(([name, logic]) => (logic instanceof StateMachine ? [[name, logic.id] as const] : []))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ),
});

export function chartModel(machine: AnyStateMachine, implemented: Implemented = implementedBy(machine)): ChartModel {
  const nodes = stateNodesOf(machine);
  return {
    id: machine.id,
    description: machine.root.description ?? '',
    states: nodes.map(stateOf),
    transitions: nodes.flatMap((node) =>
      [...node.transitions.values(), node.always ?? []].flat().map((transition) => transitionOf(machine, transition)),
    ),
    ...implemented,
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
    entry: actionsOf(node.config.entry),
    exit: actionsOf(node.config.exit),
    invokes: node.invoke.map(({ id, src, input }) => ({ id, src: typeof src === 'string' ? src : 'inline', input: staticOf(input) })),
  };
}

function transitionOf(machine: AnyStateMachine, transition: AnyTransitionDefinition): ChartTransition {
  const { source, eventType } = transition;
  const meta: JsonObject = plainJson(transition.meta ?? {});
  const candidates = source.transitions.get(eventType) ?? source.always ?? [];
  return {
    id: transitionId(transition),
    source: source.id,
    targets: (transition.target ?? []).map((target) => target.id),
    event: eventType,
    label: eventLabel(eventType),
    kind: kindOf(eventType),
    delay: delayOf(machine, eventType),
    guard: guardOf(transition.guard),
    choice: candidates.length > 1 ? candidates.indexOf(transition) + 1 : null,
    actions: actionsOf(transition.actions),
    reenter: transition.reenter,
    description: transition.description ?? '',
    requirements: Array.isArray(meta['requirements']) ? meta['requirements'].map(String) : [],
    internal: typeof meta['internal'] === 'string' ? meta['internal'] : '',
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

/** Of an array or of a single one. */
function actionsOf(actions: unknown): readonly ChartAction[] {
  return [actions ?? []].flat().map((action: unknown) => {
    if (typeof action === 'string') return { name: action, params: null };
    if (typeof action !== 'object' || action === null || !('type' in action)) return { name: inlineName(action) ?? 'inline', params: null };
    return { name: String(action.type), params: 'params' in action ? staticOf(action.params) : null };
  });
}

/** Meta as it comes through JSON, so that a model equals the one that was stored. */
function plainJson(meta: object): JsonObject {
  return JSON.parse(JSON.stringify(meta));
}

/** A value of the config as JSON; null where a function works it out. */
function staticOf(value: unknown): Json {
  return value === undefined || typeof value === 'function' ? null : JSON.parse(JSON.stringify(value));
}
