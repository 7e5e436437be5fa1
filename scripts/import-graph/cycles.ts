import type { Import } from './read.ts';

/** Every import cycle, as `a -> b -> a`. */
export function cyclesIn(imports: readonly Import[]): readonly string[] {
  const next = new Map<string, string[]>();
  for (const { from, target } of imports) {
    if (target !== null) next.set(from, [...(next.get(from) ?? []), target]);
  }
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push([...path.slice(at), file].join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const target of next.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return found;
}
