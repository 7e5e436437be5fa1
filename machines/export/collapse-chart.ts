import type { ChartLayout } from './chart-layout.ts';
import type { ChartModel, ChartState, ChartTransition } from './chart.types.ts';
import { boxLines, hasInnerStates, headerHeight, sizes } from './chart-text.ts';
import { textRoom } from './text-width.ts';

export interface Drawn {
  readonly chart: ChartModel;
  readonly layout: ChartLayout;
}

type Box = ChartLayout['states'][string];
type Points = ChartLayout['transitions'][string]['points'];

/** What is left between two things when nothing stands between them any more, px. */
const gap = 24;
/** Around arrows and their ends, px. */
const nearArrow = 10;
/** Of the button that expands a state, beside its name, px. */
export const toggleSize = 16;

/** The states that can be collapsed: those with states inside, but for the machine itself. */
export const collapsibleStates = (chart: ChartModel): readonly ChartState[] =>
  chart.states.filter((state) => state.parent !== null && hasInnerStates(chart, state));

/** The outermost collapsed state that a state is inside of; itself where it is in none. */
export function shownFor(chart: ChartModel, id: string, collapsed: ReadonlySet<string>): string {
  return chart.states.find((state) => collapsed.has(state.id) && id.startsWith(`${state.id}.`))?.id ?? id;
}

/**
 * A chart without what is inside of the collapsed states. Arrows that lead into or out of them end at their boxes, and what stands empty then
 * is closed: every place moves by the same rule, so that nothing comes to lie upon anything else.
 */
export function collapseChart({ chart, layout }: Drawn, collapsed: ReadonlySet<string>): Drawn {
  if (collapsed.size === 0) return { chart, layout };
  const shown = (id: string) => shownFor(chart, id, collapsed);
  const states = chart.states.filter(({ id }) => shown(id) === id);
  const transitions = chart.transitions.flatMap((transition) => {
    const [source, targets] = [shown(transition.source), [...new Set(transition.targets.map(shown))]];
    const isWithin = source !== transition.source && targets.every((target) => target === source);
    const leadsIn = targets.includes(source) && !transition.targets.includes(source);
    return isWithin || leadsIn ? [] : [{ ...transition, source, targets }];
  });
  const small = { ...chart, states, transitions };
  const cut = {
    ...layout,
    states: Object.fromEntries(Object.entries(layout.states).filter(([id]) => shown(id) === id)),
    initials: Object.fromEntries(Object.entries(layout.initials).filter(([id]) => shown(id) === id && !collapsed.has(id))),
    transitions: Object.fromEntries(transitions.flatMap((transition) => cutArrow(layout, transition, collapsed))),
  };
  return { chart: small, layout: closed(small, cut) };
}

/** The arrow of a transition without what lies in a collapsed state, unless its label is there as well. */
function cutArrow(
  layout: ChartLayout,
  { id, source, targets }: ChartTransition,
  collapsed: ReadonlySet<string>,
): readonly (readonly [string, ChartLayout['transitions'][string]])[] {
  const place = layout.transitions[id];
  if (!place) return [];
  const boxOf = (state: string | undefined) => (state !== undefined && collapsed.has(state) ? layout.states[state] : undefined);
  const [from, to] = [boxOf(source), boxOf(targets[0])];
  const out = from && !isInside(place.label, from) ? cutStart(place.points, from) : place.points;
  const points = to && !isInside(place.label, to) ? cutStart(out.toReversed(), to).toReversed() : out;
  return [[id, { ...place, points: [...points] }]];
}

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** The corners of an arrow from where it leaves a box for the last time. */
function cutStart(points: Points, box: Box): Points {
  const has = ([x, y]: Points[number]) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
  const last = points.findLastIndex(has);
  const [inside, next] = [points[last], points[last + 1]];
  if (!inside || !next) return points;
  const edge = (from: number, to: number, start: number, length: number) => (from === to ? to : to > from ? start + length : start);
  return [[edge(inside[0], next[0], box.x, box.width), edge(inside[1], next[1], box.y, box.height)], ...points.slice(last + 1)];
}

type Span = readonly [from: number, to: number];

/** The layout with its empty strips closed, across and down. */
function closed(chart: ChartModel, layout: ChartLayout): ChartLayout {
  const across = closer(spansOf(chart, layout, 'x'), layout.width);
  const down = closer(spansOf(chart, layout, 'y'), layout.height);
  const box = ({ x, y, width, height }: Box) => ({
    x: across(x),
    y: down(y),
    width: across(x + width) - across(x),
    height: down(y + height) - down(y),
  });
  const points = (all: Points): [number, number][] => all.map(([x, y]) => [across(x), down(y)]);
  const each = <A, B>(record: Readonly<Record<string, A>>, of: (value: A) => B) =>
    Object.fromEntries(Object.entries(record).map(([id, value]) => [id, of(value)]));
  return {
    ...layout,
    width: across(layout.width),
    height: down(layout.height),
    states: each(layout.states, box),
    initials: each(layout.initials, (place) => ({ x: across(place.x), y: down(place.y), points: points(place.points) })),
    transitions: each(layout.transitions, (place) => ({ label: box(place.label), points: points(place.points) })),
  };
}

/** What must stay as wide, or as high, as it is. */
function spansOf(chart: ChartModel, layout: ChartLayout, axis: 'x' | 'y'): readonly Span[] {
  const size = axis === 'x' ? 'width' : 'height';
  const whole = (box: Box): Span => [box[axis], box[axis] + box[size]];
  const ofPoints = (points: Points): readonly Span[] =>
    points.map((point) => [point[axis === 'x' ? 0 : 1] - nearArrow, point[axis === 'x' ? 0 : 1] + nearArrow]);
  return [
    ...chart.states.flatMap((state): readonly Span[] => {
      const box = layout.states[state.id];
      if (!box) return [];
      // A state that has states inside in the whole chart is a wide box: what its head says has to fit.
      const [from, to] = whole(box);
      const head = axis === 'x' ? headWidth(chart, state) : headerHeight(chart, state) + sizes.padding;
      return [
        [from, Math.min(to, from + head)],
        [to - sizes.padding, to],
      ];
    }),
    ...Object.values(layout.initials).flatMap(({ x, y, points }): readonly Span[] => {
      const at = axis === 'x' ? x : y;
      return [[at - sizes.padding, at + sizes.dot + sizes.padding], ...ofPoints(points)];
    }),
    ...Object.values(layout.transitions).flatMap(({ label, points }): readonly Span[] => [whole(label), ...ofPoints(points)]),
  ];
}

function headWidth(chart: ChartModel, state: ChartState): number {
  const texts = [
    textRoom(state.key, sizes.title.font, true) + toggleSize + sizes.padding,
    ...boxLines(chart, state).map(({ text }) => textRoom(text, sizes.line.font)),
  ];
  return Math.max(sizes.least, ...texts) + 2 * sizes.padding;
}

/** Where a place goes when each strip without a span is made as narrow as `gap`. */
function closer(spans: readonly Span[], end: number): (place: number) => number {
  const empty: Span[] = [];
  let reached = 0;
  for (const [from, to] of [...spans, [end, end] as const].toSorted(([a], [b]) => a - b)) {
    if (from - reached > gap) empty.push([reached + gap, from]);
    reached = Math.max(reached, to);
  }
  return (place) => Math.round(empty.reduce((sum, [from, to]) => sum - Math.max(0, Math.min(place, to) - from), place));
}
