import { actionWithEffects } from './action-text.ts';
import type { ChartModel, ChartState, ChartTransition } from './chart.types.ts';
import { guardVariable } from './guard-text.ts';

/** Names of states to mark, by the name of their mark; for the comparison of two revisions. */
export type MermaidMarks = Readonly<Record<string, { readonly style: string; readonly states: readonly string[] }>>;

/** The chart as a Mermaid `stateDiagram-v2`, with the names of events, guards and actions. Marks a transition without a target. */
export function toMermaid(chart: ChartModel, marks: MermaidMarks = {}): string {
  const [root] = chart.states;
  const styles = Object.entries(marks).flatMap(([name, { style, states }]) => [
    `  classDef ${name} ${style}`,
    ...states.map((id) => `  class ${mermaidId(id)} ${name}`),
  ]);
  // Regions side by side stand in a state only, not in the picture itself.
  const body = root?.type === 'parallel' ? stateLines(chart, root, 1) : root ? bodyLines(chart, root, 1) : [];
  return `${['stateDiagram-v2', ...body, ...(root ? transitionLines(chart, root, 1) : []), ...styles].join('\n')}\n`;
}

function stateLines(chart: ChartModel, state: ChartState, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  const title = `${indent}state "${plainLabel(state.key)}" as ${mermaidId(state.id)}`;
  const isLeaf = !chart.states.some((child) => child.parent === state.id);
  const own = isLeaf ? [title] : [`${title} {`, ...bodyLines(chart, state, depth + 1), `${indent}}`];
  return state.type === 'final' ? [...own, `${indent}${mermaidId(state.id)} --> [*]`] : own;
}

function bodyLines(chart: ChartModel, state: ChartState, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  const initial = state.initial === null ? [] : [`${indent}[*] --> ${mermaidId(state.initial)}`];
  const regions = chart.states
    .filter((child) => child.parent === state.id)
    .map((child) => [...stateLines(chart, child, depth), ...transitionLines(chart, child, depth)]);
  const body =
    state.type === 'parallel' ? regions.flatMap((region, index) => (index === 0 ? region : [`${indent}--`, ...region])) : regions.flat();
  return [...initial, ...body];
}

/** A root's transitions start at the root's own name, since Mermaid has no arrow from the whole picture. */
function transitionLines(chart: ChartModel, state: ChartState, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  return chart.transitions
    .filter((transition) => transition.source === state.id)
    .flatMap((transition) => {
      const arrows = transition.targets.length === 0 ? [state.id] : transition.targets;
      return arrows.map((target) => `${indent}${mermaidId(state.id)} --> ${mermaidId(target)} : ${labelOf(chart, transition)}`);
    });
}

function labelOf(chart: ChartModel, { label, guard, choice, actions, targets }: ChartTransition): string {
  const name = guard === null ? null : guardVariable(guard);
  const condition = choice === null ? name : `${choice}. ${name ?? 'otherwise'}`;
  const done = actions.map((action) => actionWithEffects(chart, action)).join(', ');
  return plainLabel(
    [label, condition && `[${condition}]`, done && `/ ${done}`, targets.length === 0 && '(stays)'].filter(Boolean).join(' '),
  );
}

function mermaidId(id: string): string {
  return id.replace(/[^A-Za-z0-9_]/g, '_');
}

/** Mermaid ends a label at a line break and reads `:`, `;` and `#` as its own. */
function plainLabel(text: string): string {
  return text.replace(/[\n"]/g, ' ').replace(/: /g, '=').replace(/[:;#]/g, ',');
}
