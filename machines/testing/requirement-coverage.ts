import { effectsOf } from '../export/action-text.ts';
import type { ChartModel, ChartTransition } from '../export/chart.types.ts';

export interface RequirementCoverage {
  /** The transitions that meet each requirement, by their ids. */
  readonly metBy: ReadonlyMap<string, readonly string[]>;
  /** How many transitions a person can cause or see: all that are not marked as internal. */
  readonly visible: number;
  /** How many of those name a requirement. */
  readonly withRequirement: number;
  /** What is wrong: transitions without a requirement, and internal ones that a person does see. */
  readonly faults: readonly string[];
}

/** Which requirements the transitions of a chart meet. */
export function requirementCoverage(chart: ChartModel): RequirementCoverage {
  const visible = chart.transitions.filter(({ internal }) => internal === '');
  const ids = [...new Set(chart.transitions.flatMap(({ requirements }) => requirements))];
  return {
    metBy: new Map(
      ids.map((id) => [id, chart.transitions.filter(({ requirements }) => requirements.includes(id)).map((transition) => transition.id)]),
    ),
    visible: visible.length,
    withRequirement: visible.filter(({ requirements }) => requirements.length > 0).length,
    faults: chart.transitions.flatMap((transition) => faultsOf(chart, transition).map((fault) => `${transition.id} ${fault}`)),
  };
}

function faultsOf(chart: ChartModel, transition: ChartTransition): readonly string[] {
  const { requirements, internal, source, targets, actions } = transition;
  if (internal === '')
    return requirements.length > 0 ? [] : ['names no requirement, and does not say why a person neither causes nor sees it'];
  const effects = actions.flatMap((action) => effectsOf(chart, action));
  const changed = targets.filter((target) => seenIn(chart, target).join() !== seenIn(chart, source).join());
  return [
    ...(requirements.length === 0 ? [] : ['names a requirement, and says that a person neither causes nor sees it']),
    ...(effects.some(({ kind }) => kind === 'emit') ? ['emits something, so a person sees it'] : []),
    ...(changed.length === 0 ? [] : [`leads to ${changed.join(', ')}, where a person sees something else`]),
  ];
}

/** What a person sees in a state, and in those that are entered with it. */
function seenIn(chart: ChartModel, id: string): readonly unknown[] {
  const state = chart.states.find((each) => each.id === id);
  if (!state) return [];
  const inside =
    state.type === 'parallel'
      ? chart.states.filter(({ parent }) => parent === id).map((each) => each.id)
      : state.initial
        ? [state.initial]
        : [];
  const below = inside.flatMap((each) => seenIn(chart, each));
  if (below.length > 0) return below;
  for (let at = state; ; ) {
    if (typeof at.meta['sees'] === 'string') return [at.meta['sees']];
    const around = chart.states.find((each) => each.id === at.parent);
    if (!around) return [];
    at = around;
  }
}
