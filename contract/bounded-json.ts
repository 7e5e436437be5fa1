import type { Json } from './json.ts';

/** Levels below which a value is left out: far more than any record has. */
const mostLevels = 20;

/**
 * A value whose keys and texts have at most so many characters together: the text that goes beyond is cut, and what follows is left out.
 * What is no JSON reads as null.
 */
export function boundedJson(value: unknown, characters: number): Json {
  let left = characters;

  function text(whole: string): string {
    if (whole.length <= left) {
      left -= whole.length;
      return whole;
    }
    // Within the bound, so that a value that is bounded again stays as it is.
    const note = `… (cut: ${whole.length.toLocaleString('en')} characters)`.slice(0, left);
    const cut = whole.slice(0, left - note.length).replace(/[\ud800-\udbff]$/u, '…');
    left = 0;
    return cut + note;
  }

  function bounded(item: unknown, levels: number): Json {
    if (typeof item === 'string') return text(item);
    if (typeof item === 'boolean' || (typeof item === 'number' && Number.isFinite(item))) return item;
    if (typeof item !== 'object' || item === null || levels === 0) return null;
    const kept: [string, Json][] = [];
    for (const [key, inner] of Object.entries(item)) {
      if (left <= 0) break;
      // So that an empty entry counts too.
      left -= 1;
      kept.push([text(key), bounded(inner, levels - 1)]);
    }
    return Array.isArray(item) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
  }

  return bounded(value, mostLevels);
}
