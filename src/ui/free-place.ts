/** Edges in CSS px of the window. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * How a text is laid out: `roomy`, or `narrow` to stand between the controls of a list, or on one `line`, cut at its end, where only the
 * space between two rows is free.
 */
export type Layout = 'roomy' | 'narrow' | 'line';

export interface Shape {
  readonly layout: Layout;
  /** CSS px. */
  readonly width: number;
}

/** In CSS px of the window. */
export interface Place extends Shape {
  readonly left: number;
  readonly top: number;
}

interface Room {
  /** Of the window, without a scroll bar. */
  readonly width: number;
  readonly height: number;
  /** The distance from the top at which a box stands where nothing is in its way. */
  readonly firstTop: number;
}

const gap = 8;
/** From the right edge of the window. */
const margin = 16;
const widest = 384;
const narrowWidths = [288, 224, 176, 144];
/** The narrowest that is taken where a wider one is free too. */
const comfortable = 224;
const lineWidths = [288, 224];

/** The most important group first. */
export type BoxGroups = readonly (readonly Box[])[];

/** How many groups, from the first one on, a box lies over nothing of. */
export function clearGroups(groups: BoxGroups, over: Box): number {
  const first = groups.findIndex((boxes) => coveredArea(boxes, over) > 0);
  return first === -1 ? groups.length : first;
}

/**
 * A place in which a box of a changeable shape covers nothing, or nothing of as many groups as possible, from the first one on. Where
 * something of the first one is covered everywhere, the place at the right edge where that is least.
 */
export function freePlace(groups: BoxGroups, room: Room, heightOf: (shape: Shape) => number): Place {
  for (let count = groups.length; count > 0; count -= 1) {
    const free = nearestFree(groups.slice(0, count).flat(), room, heightOf);
    if (free) return free;
  }
  const places = placesAtRight(roomyIn(room), groups[0] ?? [], room, heightOf);
  return places.reduce((best, each) => (each.covered < best.covered ? each : best)).place;
}

const roomyIn = (room: Room): Shape => ({ layout: 'roomy', width: Math.min(widest, room.width - 2 * margin) });

/**
 * The place in which the box covers none of `boxes`: at the right edge, from `firstTop` downwards, narrower where that is nearer to the
 * corner by more than what it loses in width; where that edge is full, anywhere, and in a smaller shape. Null where no place is free.
 */
function nearestFree(boxes: readonly Box[], room: Room, heightOf: (shape: Shape) => number): Place | null {
  const roomy = roomyIn(room);
  const smaller = [
    ...narrowWidths.map((width): Shape => ({ layout: 'narrow', width })),
    ...[roomy.width, ...lineWidths].map((width): Shape => ({ layout: 'line', width })),
  ].filter(({ width }) => width <= roomy.width);
  const narrower = smaller.filter(({ layout, width }) => layout === 'narrow' && width >= comfortable);
  const atRight = [roomy, ...narrower].flatMap(
    (shape) => placesAtRight(shape, boxes, room, heightOf).find(({ covered }) => covered === 0)?.place ?? [],
  );
  const [best] = atRight.toSorted((a, b) => a.top - a.width - (b.top - b.width));
  if (best) return best;
  for (const shape of [roomy, ...smaller]) {
    const places = placesOf(shape, leftsFor(shape.width, boxes, room), heightOf(shape), boxes, room);
    const found = places.find(({ covered }) => covered === 0);
    if (found) return found.place;
  }
  return null;
}

function placesAtRight(shape: Shape, boxes: readonly Box[], room: Room, heightOf: (shape: Shape) => number) {
  return placesOf(shape, [room.width - margin - shape.width], heightOf(shape), boxes, room);
}

/** From right to left: the right edge, and beside each box. */
function leftsFor(width: number, boxes: readonly Box[], room: Room): readonly number[] {
  const beside = boxes.flatMap((box) => [Math.ceil(box.right) + gap, Math.floor(box.left) - gap - width]);
  return [...new Set([room.width - margin - width, ...beside])]
    .filter((left) => left >= gap && left + width + gap <= room.width)
    .toSorted((a, b) => b - a);
}

/** All places to try, from the top downwards: the first one, and below each box. */
function placesOf(shape: Shape, lefts: readonly number[], height: number, boxes: readonly Box[], { firstTop, height: end }: Room) {
  const tops = [...new Set(boxes.map(({ bottom }) => Math.ceil(bottom) + gap))].filter(
    (top) => top > firstTop && top + height + gap <= end,
  );
  return [firstTop, ...tops.toSorted((a, b) => a - b)].flatMap((top) =>
    lefts.map((left) => ({
      place: { ...shape, left, top },
      covered: coveredArea(boxes, { left, right: left + shape.width, top, bottom: top + height }),
    })),
  );
}

/** How much of `boxes` a box lies over, in px². */
export function coveredArea(boxes: readonly Box[], over: Box): number {
  return boxes.reduce((sum, box) => {
    const width = Math.min(box.right, over.right) - Math.max(box.left, over.left);
    const height = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
    return sum + Math.max(0, width) * Math.max(0, height);
  }, 0);
}
