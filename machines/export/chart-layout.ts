import * as v from 'valibot';

const rectangle = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() });
const point = v.tuple([v.number(), v.number()]);

/** Where everything of a chart stands, in px from the picture's top left. `npm run charts` writes one per machine. */
export const chartLayoutSchema = v.object({
  /** Of the chart model that was laid out; a test compares it with the present one. */
  hash: v.string(),
  width: v.number(),
  height: v.number(),
  /** By id. The machine itself is the outermost one. */
  states: v.record(v.string(), rectangle),
  /** By the id of the state around it: the dot that says which state is entered first, and its arrow. */
  initials: v.record(v.string(), v.object({ x: v.number(), y: v.number(), points: v.array(point) })),
  /**
   * By id. `points`: the corners of the arrow; empty where the label is a line in the source's box. Transitions between the same two
   * states share an arrow and have a label each.
   */
  transitions: v.record(v.string(), v.object({ points: v.array(point), label: rectangle })),
});

export type ChartLayout = v.InferOutput<typeof chartLayoutSchema>;

/** Whether a label stands left of its arrow: its lines end there, beside the arrow, and begin there otherwise. */
export function isLeftOf(
  { x, y, width, height }: v.InferOutput<typeof rectangle>,
  points: readonly (readonly [number, number])[],
): boolean {
  const middle = y + height / 2;
  const beside = points.findIndex(([, from], index) => {
    const to = points[index + 1]?.[1] ?? from;
    return Math.min(from, to) <= middle && middle <= Math.max(from, to);
  });
  return (points[beside]?.[0] ?? 0) >= x + width / 2;
}
