import type { ChartModel, ChartState, ChartTransition } from '#machines/export/chart-model.ts';

/** `signedIn.user.known`; of the machine itself its id. */
export const stateName = ({ id, path }: Pick<ChartState, 'id' | 'path'>): string => (path.length === 0 ? id : path.join('.'));

/** The innermost of the active states: those around them follow from them. */
export function leafStates({ states }: ChartModel, active: readonly string[]): readonly ChartState[] {
  return states.filter(({ id }) => active.includes(id) && !states.some(({ parent, id: inner }) => parent === id && active.includes(inner)));
}

/** The address of a state: its path, since the machine stands in the address already. */
export function stateAt({ states }: ChartModel, address: string | undefined): ChartState | null {
  return states.find((state) => stateName(state) === address) ?? null;
}

/** The states that match, or one of whose transitions does; of those that match by themselves all transitions. */
export function matchingStates(
  chart: ChartModel,
  query: string,
): readonly { readonly state: ChartState; readonly transitions: readonly ChartTransition[] }[] {
  const wanted = query.trim().toLowerCase();
  const has = (...texts: readonly (string | undefined)[]) => texts.some((text) => text?.toLowerCase().includes(wanted));
  return chart.states.flatMap((state) => {
    const own = chart.transitions.filter(({ source }) => source === state.id);
    if (wanted === '' || has(stateName(state), state.description, ...state.tags, ...state.invokes.map(({ src }) => src)))
      return [{ state, transitions: own }];
    const transitions = own.filter(({ label, guard, targets, actions, description }) =>
      has(label, guard?.text, description, ...actions, ...targets.map((id) => id.slice(chart.id.length + 1))),
    );
    return transitions.length > 0 ? [{ state, transitions }] : [];
  });
}
