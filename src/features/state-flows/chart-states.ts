import { requirements as listed, requirementText } from '#contract/requirements.ts';
import { actionWithEffects, conditionText, paramsText } from '#machines/export/action-text.ts';
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

/** What is said of a state beside its name and description: where it begins, what runs in it, its actions. */
export function stateParts(chart: ChartModel, state: ChartState): readonly string[] {
  const initial = chart.states.find(({ id }) => id === state.initial);
  const names = (actions: ChartState['entry']) => actions.map((action) => actionWithEffects(chart, action)).join(', ');
  return [
    ...(initial ? [`begins in ${initial.key}`] : []),
    ...state.invokes.map(({ id, src, input }) =>
      ['runs', src, ...(id === src ? [] : [`as ${id}`]), paramsText(input)].filter(Boolean).join(' '),
    ),
    ...(state.entry.length > 0 ? [`on entry: ${names(state.entry)}`] : []),
    ...(state.exit.length > 0 ? [`on exit: ${names(state.exit)}`] : []),
  ];
}

/** The ids of the machines that a state runs, or that these actions start. */
export function startedMachines({ machines, effects }: ChartModel, { invokes = [], actions = [] }: Partial<ChartState & ChartTransition>) {
  const started = actions.flatMap(({ name }) => (effects?.[name] ?? []).filter(({ kind }) => kind === 'spawn'));
  return [...new Set([...invokes.map(({ src }) => src), ...started.map(({ what }) => what)].flatMap((actor) => machines[actor] ?? []))];
}

/** A kind of state that is worth a word; '' for the others. */
export const typeText = ({ type }: ChartState): string => (type === 'parallel' || type === 'final' ? type : '');

/** What a person sees in a state; '' where it shows nothing of its own. */
export const seesText = ({ meta }: ChartState): string => (typeof meta['sees'] === 'string' ? `On the screen: ${meta['sees']}` : '');

/** Each text that the table prints of a transition. */
export function transitionParts(chart: ChartModel, transition: ChartTransition) {
  const { label, delay, targets, description, requirements, internal, actions } = transition;
  const nameOf = (id: string) => {
    const state = chart.states.find((each) => each.id === id);
    return state ? stateName(state) : id;
  };
  return {
    label,
    delay: delay?.ms ? `(${delay.ms.toLocaleString('en')} ms)` : '',
    condition: conditionText(transition),
    targets: targets.map((id) => ({ id, name: nameOf(id) })),
    description,
    requirements: requirements.map(requirementText),
    internal: internal === '' ? '' : `Internal: ${internal}`,
    actions: actions.map((action) => actionWithEffects(chart, action)).join(', '),
  };
}

const transitionTexts = (chart: ChartModel, transition: ChartTransition): readonly string[] => {
  const { targets, actions, requirements, ...texts } = transitionParts(chart, transition);
  const leads = targets.length === 0 ? ['stays'] : targets.map(({ name }) => name);
  return [...Object.values(texts), ...requirements, ...leads, actions === '' ? '' : `Actions: ${actions}`];
};

const stateTexts = (chart: ChartModel, state: ChartState): readonly string[] => [
  stateName(state),
  state.description,
  typeText(state),
  ...state.tags,
  ...stateParts(chart, state),
  seesText(state),
];

/** A state or a transition of a chart, with all that the table prints of it. */
export interface ChartPlace {
  readonly state: ChartState;
  /** Null: the state itself. */
  readonly transition: ChartTransition | null;
  readonly texts: readonly string[];
}

/** Every place of a chart, in the order of the table. */
export function chartPlaces(chart: ChartModel): readonly ChartPlace[] {
  return chart.states.flatMap((state) => [
    { state, transition: null, texts: stateTexts(chart, state) },
    ...chart.transitions
      .filter(({ source }) => source === state.id)
      .map((transition) => ({ state, transition, texts: transitionTexts(chart, transition) })),
  ]);
}

/** The text of a place that has what is looked for; null for none. */
export function matchOf({ texts }: ChartPlace, query: string): string | null {
  const wanted = query.trim().toLowerCase();
  return texts.find((text) => text.toLowerCase().includes(wanted)) ?? null;
}

/** The states that match, or one of whose transitions does; of those that match by themselves all transitions. */
export function matchingStates(
  chart: ChartModel,
  query: string,
): readonly { readonly state: ChartState; readonly transitions: readonly ChartTransition[] }[] {
  return [...Map.groupBy(chartPlaces(chart), ({ state }) => state)].flatMap(([state, places]) => {
    const matching = places.filter((place) => matchOf(place, query) !== null);
    const shown = matching.some(({ transition }) => transition === null) ? places : matching;
    return shown.length === 0 ? [] : [{ state, transitions: shown.flatMap(({ transition }) => transition ?? []) }];
  });
}

/** A transition beside its state: "on save.requested [2. can save]". No two of a state are called alike. */
export function transitionName(transition: ChartTransition): string {
  const condition = conditionText(transition);
  return `on ${transition.label}${condition === '' ? '' : ` [${condition}]`}`;
}

/** What a chart has to do, in the order of the list, with the transitions that meet each requirement. */
export function metRequirements({ transitions }: ChartModel) {
  return [...listed].flatMap(([id, requirement]) => {
    const own = transitions.filter(({ requirements }) => requirements.includes(id));
    return own.length === 0 ? [] : [{ id, ...requirement, transitions: own }];
  });
}

/** A transition's address, beside that of its state: its event, and its place among the candidates. */
export const transitionAddress = ({ id, source }: ChartTransition): string => id.slice(`${source} --`.length);
