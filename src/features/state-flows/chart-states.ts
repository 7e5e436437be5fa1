import { actionWithEffects } from '#machines/export/action-text.ts';
import type { ChartLayout } from '#machines/export/chart-layout.ts';
import type { ChartModel, ChartState, ChartTransition } from '#machines/export/chart.types.ts';
import { hasInnerStates } from '#machines/export/chart-text.ts';

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

interface Step {
  /** Ids of states, from the outside to the inside. */
  readonly active: readonly string[];
  readonly entered: readonly string[];
  /** Ids of transitions. */
  readonly took: readonly string[];
}

/**
 * Of the states that a step has entered, the innermost of the region that its event was for; null: the picture stays where it is. What a
 * machine does by itself, by an answer or a delay, does not lead to a later region: a save is not left for the draft that is deleted after it.
 */
export function stateToShow(chart: ChartModel, { active, entered, took }: Step, shown: string): string | null {
  const [source, event] = took[0]?.split(' --') ?? [];
  const [own, current] = [regionOf(chart, source), regionOf(chart, shown)];
  const isByItself = event?.startsWith('xstate.') ?? false;
  const isLater = own !== null && current !== null && !isWithin(own, current) && placeOf(chart, own) > placeOf(chart, current);
  const region = isByItself && isLater ? current : own;
  const candidates = region !== null && active.includes(region) ? entered.filter((id) => isWithin(id, region)) : entered;
  return candidates.find((id, place) => !candidates[place + 1]?.startsWith(`${id}.`)) ?? null;
}

const isWithin = (id: string, outer: string): boolean => id === outer || id.startsWith(`${outer}.`);

const placeOf = ({ states }: ChartModel, id: string): number => states.findIndex((state) => state.id === id);

/** The id of the innermost region that a state is in; null in none. */
function regionOf({ states }: ChartModel, id = ''): string | null {
  const isRegion = ({ parent }: ChartState) => states.some((state) => state.id === parent && state.type === 'parallel');
  return states.findLast((state) => isWithin(id, state.id) && isRegion(state))?.id ?? null;
}

/** The innermost state with states inside whose box has this point of the picture. */
export function stateAround(
  chart: ChartModel,
  { states }: ChartLayout,
  { x, y }: { readonly x: number; readonly y: number },
): ChartState | null {
  const hasPoint = (box: ChartLayout['states'][string] | undefined): boolean =>
    box !== undefined && x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  return chart.states.findLast((state) => hasInnerStates(chart, state) && hasPoint(states[state.id])) ?? null;
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
      has(
        label,
        guard?.text,
        description,
        ...actions.map((action) => actionWithEffects(chart, action)),
        ...targets.map((id) => id.slice(chart.id.length + 1)),
      ),
    );
    return transitions.length > 0 ? [{ state, transitions }] : [];
  });
}
