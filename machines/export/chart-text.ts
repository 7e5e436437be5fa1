import type { ChartModel, ChartState, ChartTransition } from './chart-model.ts';

/** A line of a state's box. `transition`: the one that it stands for. */
export interface BoxLine {
  readonly text: string;
  readonly transition: string | null;
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

/** Whether a transition is a line in its source's box: an arrow that only comes back would be noise. */
export function isDrawnInside({ source, targets }: ChartTransition): boolean {
  return targets.every((target) => target === source);
}

/** What the box of a state lists below its name: what happens in it without leaving it. */
export function boxLines(chart: ChartModel, state: ChartState): readonly BoxLine[] {
  const plain = [
    ...state.entry.map((action) => `entry / ${action}`),
    ...state.invokes.map(({ id, src }) => `runs ${id === src ? src : `${src} (${id})`}`),
    ...state.exit.map((action) => `exit / ${action}`),
  ].map((text) => ({ text, transition: null }));
  const inside = chart.transitions
    .filter((transition) => transition.source === state.id && isDrawnInside(transition))
    .flatMap((transition) => {
      const again = transition.reenter && transition.targets.length > 0 ? ['enters again'] : [];
      return broken([...labelLines(transition), ...again].join(' ')).map((text) => ({ text, transition: transition.id }));
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

/** A transition's label: the event, its guard in brackets, its actions after a slash. */
export function labelLines({ label, guard, actions }: ChartTransition): readonly string[] {
  return [
    ...broken(label),
    ...(guard === null ? [] : broken(`[${guard.text}]`)),
    ...(actions.length === 0 ? [] : broken(`/ ${actions.join(', ')}`)),
  ];
}

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
