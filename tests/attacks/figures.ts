/** One thing that was measured, and the floor that it must not break. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Null: only told. */
  readonly atMost: number | null;
}

export const isBroken = ({ value, atMost }: Figure): boolean => atMost !== null && value > atMost;

export function printed(figure: Figure): string {
  const { name, value, unit, atMost } = figure;
  const floor = atMost === null ? '' : `  (at most ${atMost} ${unit})${isBroken(figure) ? '  BROKEN' : ''}`;
  return `  ${name.padEnd(58)} ${value.toFixed(value < 10 ? 1 : 0).padStart(6)} ${unit}${floor}`;
}
