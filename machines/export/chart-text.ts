import { actionWithEffects, conditionText, paramsText } from './action-text.ts';
import type { ChartAction, ChartModel, ChartState, ChartTransition } from './chart.types.ts';

/** A line of a state's box. `transition`: the one that it stands for. `machine`: the id of the one that it starts. */
export interface BoxLine {
  readonly text: string;
  readonly transition: string | null;
  readonly machine: string | null;
}

/** In px; the layout leaves room by them, and whoever draws a chart keeps to them. */
export const sizes = {
  /** Between a box and its text. */
  padding: 10,
  /** The least width of a box. */
  least: 72,
  title: { font: 13, height: 18 },
  line: { font: 11, height: 15 },
  /** Around the label of an arrow. */
  labelGap: 4,
  /** Across the dot before the state that is entered first. */
  dot: 10,
} as const;

/** Longer lines are broken at a space, so that one long list of actions does not stretch the picture. */
const lineCharacters = 38;
/** Longer static texts are cut in a picture; the tables have them whole. */
const textCharacters = 24;

/** Whether a transition is a line in its source's box: an arrow that only comes back would be noise. */
export function isDrawnInside({ source, targets }: ChartTransition): boolean {
  return targets.every((target) => target === source);
}

/** What the box of a state lists below its name: what happens in it without leaving it. */
export function boxLines(chart: ChartModel, state: ChartState): readonly BoxLine[] {
  const plain = [
    ...state.entry.map((action) => ({ text: `entry / ${actionLabel(chart, action)}`, machine: null })),
    ...state.invokes.map(({ id, src, input }) => ({
      text: [`runs ${id === src ? src : `${src} (${id})`}`, paramsText(input, textCharacters)].filter(Boolean).join(' '),
      machine: chart.machines[src] ?? null,
    })),
    ...state.exit.map((action) => ({ text: `exit / ${actionLabel(chart, action)}`, machine: null })),
  ].flatMap(({ text, machine }) => broken(text).map((one) => ({ text: one, transition: null, machine })));
  const inside = chart.transitions
    .filter((transition) => transition.source === state.id && isDrawnInside(transition))
    .flatMap((transition) => {
      const again = transition.reenter && transition.targets.length > 0 ? ['enters again'] : [];
      return broken([...labelLines(chart, transition), ...again].join(' ')).map((text) => ({
        text,
        transition: transition.id,
        machine: null,
      }));
    });
  return [...plain, ...inside];
}

/** Whether other states are inside this one. */
export const hasInnerStates = (chart: ChartModel, { id }: ChartState): boolean => chart.states.some(({ parent }) => parent === id);

/**
 * The height of a state's name and lines, from the top of its box. With inner states they are a header: it hides the arrows that lead
 * into the box, and the arrows between the state itself and one inside it begin or end at its lower edge.
 */
export const headerHeight = (chart: ChartModel, state: ChartState): number =>
  1.5 * sizes.padding + sizes.title.height + boxLines(chart, state).length * sizes.line.height;

/** A transition's label: the event, its place among the candidates and its guard in brackets, its actions after a slash. */
export function labelLines(chart: ChartModel, transition: ChartTransition): readonly string[] {
  const { label, actions } = transition;
  const condition = conditionText(transition);
  return [
    ...broken(label),
    ...(condition === '' ? [] : broken(`[${condition}]`)),
    ...(actions.length === 0 ? [] : broken(`/ ${actions.map((action) => actionLabel(chart, action)).join(', ')}`)),
  ];
}

const actionLabel = (chart: ChartModel, action: ChartAction): string => actionWithEffects(chart, action, textCharacters);

/** Neither a slash stands alone at the end of a line, nor does a picture drop the spaces before one. */
function broken(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.replaceAll('/ ', '/\u00a0').split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < lineCharacters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(lines.length === 0 ? word : `\u00a0\u00a0${word}`);
  }
  return lines;
}
