import { diffArrays } from 'diff';

/** One line of the comparison of two texts: in both, only in the first, or only in the second. */
export interface DiffLine {
  /** Its place among all lines, from 0. */
  readonly at: number;
  readonly side: 'both' | 'first' | 'second';
  readonly text: string;
}

/** With more added and removed lines than this, two texts are not compared: the time grows with their square. */
const maxChanges = 1000;

/** Compares two texts line by line. Where they have too little in common, all lines of the second follow all lines of the first. */
export function diffLines(first: string, second: string): readonly DiffLine[] {
  const [a, b] = [first.split('\n'), second.split('\n')];
  const parts = diffArrays(a, b, { maxEditLength: maxChanges }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ];
  return parts
    .flatMap(({ value, removed, added }) => value.map((text) => ({ side: removed ? 'first' : added ? 'second' : 'both', text }) as const))
    .map((line, at) => ({ at, ...line }));
}

/** How many equal lines are visible on either side of a difference. */
const contextLines = 2;

/** The differences, each with a few equal lines around it. */
export function changedParts(lines: readonly DiffLine[]): readonly DiffLine[] {
  const offsets = Array.from({ length: 2 * contextLines + 1 }, (_, i) => i - contextLines);
  const visible = new Set(lines.flatMap(({ at, side }) => (side === 'both' ? [] : offsets.map((offset) => at + offset))));
  return lines.filter(({ at }) => visible.has(at));
}
