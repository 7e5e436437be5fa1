/** Edges in CSS px of the window. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Column {
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

const gap = 8;

/**
 * The distance from the top at which a column covers none of `boxes`: `first` where that is free, else the first free place below
 * one of them. Where no place is free, the one where it covers least.
 */
export function freeTop(boxes: readonly Box[], { left, right, height }: Column, first: number, windowHeight: number): number {
  const near = boxes.filter((box) => box.right > left && box.left < right && box.bottom > first);
  const tops = [first, ...near.map(({ bottom }) => bottom + gap)]
    .filter((top) => top === first || top + height + gap <= windowHeight)
    .toSorted((a, b) => a - b);
  const coveredAt = (top: number) =>
    near.reduce((sum, box) => {
      const width = Math.min(box.right, right) - Math.max(box.left, left);
      return sum + width * Math.max(0, Math.min(box.bottom, top + height) - Math.max(box.top, top));
    }, 0);
  return tops.reduce((best, top) => (coveredAt(top) < coveredAt(best) ? top : best), first);
}
