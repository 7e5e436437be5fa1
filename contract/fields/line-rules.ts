/** The number of a line, as people count. */
interface Line {
  readonly number: number;
  readonly text: string;
}

/** The lines of a text; blank ones at its end are not counted. */
export function linesOf(text: string): readonly Line[] {
  return text
    .trimEnd()
    .split(/\r\n?|\n/u)
    .map((line, at) => ({ number: at + 1, text: line.trim() }));
}

/** One item on each line: none is blank, and none stands twice, whatever its case. */
export function itemsProblem(text: string): string | null {
  const seen = new Map<string, number>();
  for (const { number, text: item } of linesOf(text)) {
    if (item === '') return `Line ${number} is blank.`;
    const first = seen.get(item.toLowerCase());
    if (first !== undefined) return `“${shortened(item)}” stands twice, in lines ${first} and ${number}.`;
    seen.set(item.toLowerCase(), number);
  }
  return null;
}

export const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
