/** Reads what was typed. Blank is null; `undefined` is "not a number (yet)". A decimal comma is understood. */
export function parseNumber(text: string): number | null | undefined {
  const plain = text.trim().replace(/^([+-]?\d*),(\d+)$/u, '$1.$2');
  if (plain === '') return null;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/u.test(plain)) return undefined;
  const number = Number(plain);
  return Number.isFinite(number) ? number : undefined;
}

export function numberText(value: number | null): string {
  return value === null ? '' : String(value);
}

const decimals = (value: number): number => /\.(\d+)$/u.exec(String(value))?.[1]?.length ?? 0;

/** One step up or down, inside the bounds, without the rounding errors of binary fractions (0.1 + 0.2). */
export function stepNumber(
  value: number | null,
  direction: 1 | -1,
  { step = 1, min, max }: { step?: number; min?: number; max?: number },
): number {
  const start = value ?? min ?? 0;
  const places = Math.max(decimals(start), decimals(step));
  const moved = value === null ? start : Number((start + direction * step).toFixed(places));
  const raised = Math.max(min ?? moved, moved);
  return Math.min(max ?? raised, raised);
}
