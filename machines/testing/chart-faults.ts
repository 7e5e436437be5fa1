import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { stateNodesOf, transitionId } from '../export/transitions.ts';

/**
 * Describes what TypeScript does not see in a chart: names that nothing implements, inline functions that vanish from
 * exports, states without a description, invokes without an id or `onError`. Empty for a sound chart.
 */
export function chartFaults(machine: AnyStateMachine): readonly string[] {
  return stateNodesOf(machine).flatMap((node) => nodeFaults(machine, node).map((fault) => `${node.id}: ${fault}`));
}

function nodeFaults(machine: AnyStateMachine, node: AnyStateNode): readonly string[] {
  const { actions, actors, delays, guards } = machine.implementations;
  const transitions = [...node.transitions.values(), node.always ?? []].flat();
  return [
    ...(node.description ? [] : ['has no description']),
    ...(hasTestId(node) ? [] : ['has no meta.testId, nor does a state around it have one']),
    // From the config: `after` adds actions of XState's own to the node.
    ...[node.config.entry ?? [], node.config.exit ?? []].flat().flatMap((action) => nameFault('action', action, actions)),
    ...transitions.flatMap((transition) =>
      [
        ...transition.actions.flatMap((action) => nameFault('action', action, actions)),
        ...(transition.guard === undefined ? [] : nameFault('guard', transition.guard, guards)),
      ].map((fault) => `${transitionId(transition)} ${fault}`),
    ),
    ...node.after.flatMap(({ delay }) =>
      typeof delay === 'string' && delay in delays ? [] : [`delay ${String(delay)} has no name in the setup`],
    ),
    ...node.invoke.flatMap((invoke) => [
      ...(typeof invoke.src === 'string' && invoke.src in actors ? [] : [`actor ${String(invoke.src)} is not in the setup`]),
      ...(/^\d+\./u.test(invoke.id) ? [`invoke of ${String(invoke.src)} has no id`] : []),
      ...(node.transitions.has(`xstate.error.actor.${invoke.id}`) ? [] : [`invoke ${invoke.id} has no onError`]),
    ]),
  ];
}

/** Whether the state, or one around it, has a `meta.testId`. */
function hasTestId(node: AnyStateNode): boolean {
  const inside = Object.values(node.states);
  if (inside.length > 0) return true;
  for (let at: AnyStateNode | undefined = node; at; at = at.parent) if (at.meta?.testId) return true;
  return false;
}

function nameFault(kind: string, named: unknown, implemented: Readonly<Record<string, unknown>>): readonly string[] {
  const name =
    typeof named === 'string' ? named : typeof named === 'object' && named !== null && 'type' in named ? String(named.type) : null;
  if (name === null) return [`${kind} is inline: it would vanish from exports`];
  return name in implemented ? [] : [`${kind} "${name}" is not in the setup`];
}
