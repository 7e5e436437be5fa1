import { trimmed, withoutInvisible } from '../invisible.ts';

/** The number of a line, as people count. */
interface Line {
  readonly number: number;
  readonly text: string;
}

/** The lines of a text; blank ones at its end are not counted. */
export function linesOf(text: string): readonly Line[] {
  return text
    .trimEnd()
    .split(/\r\n?|[\n\u0085\u2028\u2029]/u)
    .map((line, at) => ({ number: at + 1, text: trimmed(line) }));
}

/** One item on each line: none is blank, and none looks the same as another one, whatever its case. */
export function itemsProblem(text: string): string | null {
  const seen = new Map<string, number>();
  for (const { number, text: item } of linesOf(text)) {
    if (item === '') return `Line ${number} is blank.`;
    const key = withoutInvisible(item).normalize('NFC').toLowerCase();
    const first = seen.get(key);
    if (first !== undefined) return `“${shortened(item)}” stands twice, in lines ${first} and ${number}.`;
    seen.set(key, number);
  }
  return null;
}

export const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
