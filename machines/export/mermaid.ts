import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The machine as a Mermaid `stateDiagram-v2`, with the names of events, guards and actions. Marks a transition without a target. */
export function toMermaid(machine: AnyStateMachine): string {
  return `${['stateDiagram-v2', ...nodeLines(machine.root, 1)].join('\n')}\n`;
}

function nodeLines(node: AnyStateNode, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  const children = Object.values(node.states);
  if (node.parent === undefined) return [...bodyLines(node, depth), ...transitionLines(node, depth)];
  const title = `${indent}state "${plain(node.key)}" as ${idOf(node)}`;
  const own = children.length === 0 ? [title] : [`${title} {`, ...bodyLines(node, depth + 1), `${indent}}`];
  return node.type === 'final' ? [...own, `${indent}${idOf(node)} --> [*]`] : own;
}

function bodyLines(node: AnyStateNode, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  const children = Object.values(node.states);
  const initial = node.type === 'compound' ? node.initial.target.map((target) => `${indent}[*] --> ${idOf(target)}`) : [];
  const regions = children.map((child) => [...nodeLines(child, depth), ...transitionLines(child, depth)]);
  const body =
    node.type === 'parallel' ? regions.flatMap((region, index) => (index === 0 ? region : [`${indent}--`, ...region])) : regions.flat();
  return [...initial, ...body];
}

/** A root's transitions start at the root's own name, since Mermaid has no arrow from the whole picture. */
function transitionLines(node: AnyStateNode, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  const all: readonly AnyTransitionDefinition[] = [...node.transitions.values(), node.always ?? []].flat();
  return all.flatMap((transition) => {
    const targets = transition.target ?? [];
    const arrows = targets.length === 0 ? [node] : targets;
    return arrows.map((target) => `${indent}${idOf(node)} --> ${idOf(target)} : ${labelOf(transition, targets.length === 0)}`);
  });
}

function labelOf(transition: AnyTransitionDefinition, internal: boolean): string {
  const event = transition.eventType === '' ? 'always' : shortEvent(transition.eventType);
  const guard = guardName(transition.guard);
  const actions = transition.actions
    .map((action) => (typeof action === 'object' && 'type' in action ? String(action.type) : ''))
    .filter(Boolean);
  return plain(
    [event, guard && `[${guard}]`, actions.length > 0 && `/ ${actions.join(', ')}`, internal && '(stays)'].filter(Boolean).join(' '),
  );
}

/** `xstate.done.actor.loadPage` reads as "done loadPage", `xstate.after.backoff.id` as "after backoff". */
export function shortEvent(type: string): string {
  const after = /^xstate\.after\.([^.]+)\./u.exec(type);
  if (after) return `after ${after[1]}`;
  return type.replace(/^xstate\.(done|error)\.(?:actor|state)\./u, '$1 ');
}

function guardName(guard: unknown): string | null {
  if (typeof guard === 'string') return guard;
  return typeof guard === 'object' && guard !== null && 'type' in guard && typeof guard.type === 'string' ? guard.type : null;
}

function idOf(node: AnyStateNode): string {
  return node.id.replace(/[^A-Za-z0-9_]/g, '_');
}

/** Mermaid ends a label at a line break and reads `:`, `;` and `#` as its own. */
function plain(text: string): string {
  return text.replace(/[\n"]/g, ' ').replace(/[:;#]/g, ',');
}
