import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** Every state node of a machine, the root first. */
export function stateNodesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  const collect = (node: AnyStateNode): readonly AnyStateNode[] => [node, ...Object.values(node.states).flatMap(collect)];
  return collect(machine.root);
}

/** A transition's name in coverage and reasons: `state id --event[index]`, the index being its place among the event's candidates. */
export function transitionId(transition: AnyTransitionDefinition): string {
  const source = transition.source;
  const candidates = source.transitions.get(transition.eventType) ?? source.always ?? [];
  const index = candidates.indexOf(transition);
  return `${source.id} --${transition.eventType || 'always'}[${index < 0 ? (source.always?.indexOf(transition) ?? 0) : index}]`;
}

export function transitionIdsOf(machine: AnyStateMachine): readonly string[] {
  return stateNodesOf(machine).flatMap((node) => [...node.transitions.values(), node.always ?? []].flat().map(transitionId));
}
