import { diffArrays } from 'diff';

/** One line of two texts laid together: in both, only in the first, or only in the second. */
export interface DiffLine {
  /** Its place among all lines, from 0. */
  readonly at: number;
  readonly side: 'both' | 'first' | 'second';
  readonly text: string;
}

/** Lines added and removed up to which it is looked for what two texts have in common: the time grows with their square. */
const mostChanges = 1000;

/** Lays two texts together line by line, by their longest common part; one after the other where they have too little in common. */
export function diffLines(first: string, second: string): readonly DiffLine[] {
  const [a, b] = [first.split('\n'), second.split('\n')];
  const parts = diffArrays(a, b, { maxEditLength: mostChanges }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ];
  return parts
    .flatMap(({ value, removed, added }) => value.map((text) => ({ side: removed ? 'first' : added ? 'second' : 'both', text }) as const))
    .map((line, at) => ({ at, ...line }));
}

/** How many equal lines are shown on either side of a difference. */
const around = 2;

/** The differences with what stands around them; of a longer equal part only the ends. */
export function changedParts(lines: readonly DiffLine[]): readonly DiffLine[] {
  const places = Array.from({ length: 2 * around + 1 }, (_, i) => i - around);
  const shown = new Set(lines.flatMap(({ at, side }) => (side === 'both' ? [] : places.map((place) => at + place))));
  return lines.filter(({ at }) => shown.has(at));
}
