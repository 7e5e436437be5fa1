import type { ChartModel, ChartState } from '#machines/export/chart-model.ts';

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
