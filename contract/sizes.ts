const steps = [
  [1_000_000_000, 'GB'],
  [1_000_000, 'MB'],
  [1_000, 'kB'],
] as const;

/** "1.2 GB", "2 GB", "640 kB", "12 bytes": decimal units with at most one decimal, as limits are written here. Never rounded up. */
export function sizeText(bytes: number): string {
  const step = steps.find(([size]) => bytes >= size);
  if (!step) return bytes === 1 ? '1 byte' : `${Math.max(0, Math.trunc(bytes))} bytes`;
  const [size, unit] = step;
  return `${Math.floor((bytes * 10) / size) / 10} ${unit}`;
}

/** "20,000": a count in readable form. */
export function countText(count: number): string {
  return count.toLocaleString('en');
}
