/** One line of two texts laid together: in both, only in the first, or only in the second. */
export interface DiffLine {
  /** Its place among all lines, from 0. */
  readonly at: number;
  readonly side: 'both' | 'first' | 'second';
  readonly text: string;
}

/** Lays two texts together line by line, by their longest common part. */
export function diffLines(first: string, second: string): readonly DiffLine[] {
  const [a, b] = [first.split('\n'), second.split('\n')];
  // `common[i][j]`: how many lines the rests from i and from j have in common.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = common[i];
    for (let j = b.length - 1; row && j >= 0; j -= 1) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ at: lines.length, side: 'both', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ at: lines.length, side: 'first', text: a[i] ?? '' });
      i += 1;
    } else {
      lines.push({ at: lines.length, side: 'second', text: b[j] ?? '' });
      j += 1;
    }
  }
  return lines;
}

/** How many equal lines are shown on either side of a difference. */
const around = 2;

/** The differences with what stands around them; of a longer equal part only the ends. */
export function changedParts(lines: readonly DiffLine[]): readonly DiffLine[] {
  const changed = lines.filter(({ side }) => side !== 'both').map(({ at }) => at);
  return lines.filter(({ at }) => changed.some((other) => Math.abs(other - at) <= around));
}
