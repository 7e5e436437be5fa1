import * as v from 'valibot';

export const dataFile = 'docs/benchmarks.json';
export const svgFile = 'docs/benchmarks.svg';

/** A label stands below its column, which is as wide as the longest. */
export const longestLabel = 24;

const line = v.pipe(v.string(), v.trim(), v.nonEmpty('is empty'), v.regex(/^\P{C}*$/u, 'has a control character'));
const value = v.pipe(v.number(), v.minValue(0, 'is negative'), v.maxValue(1e7, 'is above ten million'));
const optional = v.nullable(value);

const figureSchema = v.strictObject({
  name: v.pipe(line, v.maxLength(80, 'is longer than 80 characters')),
  unit: v.picklist(['ms', 's', 'kB', 'MB'], 'is not ms, s, kB or MB'),
  median: value,
  /** Null where only the median counts. */
  p95: optional,
  /** The time in ms that a time is given as a multiple of; null for a size. */
  floor: v.nullable(v.pipe(value, v.minValue(0.001, 'is below a microsecond'))),
  goal: value,
  p95Goal: optional,
});

const hasNoTwins = (names: readonly string[]) => new Set(names).size === names.length;

const revisionSchema = v.strictObject({
  label: v.pipe(line, v.maxLength(longestLabel, `is longer than ${longestLabel} characters`)),
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{7,40}$/u, 'is not a commit')),
  date: v.pipe(v.string(), v.isoDate('is not a date as 2030-12-31')),
  machine: line,
  figures: v.pipe(
    v.array(figureSchema),
    v.minLength(1, 'are missing'),
    v.check((figures) => hasNoTwins(figures.map(({ name }) => name)), 'have a name twice'),
  ),
});

const dataSchema = v.strictObject({
  /** In the order in which they are drawn, from the left. */
  revisions: v.pipe(
    v.array(revisionSchema),
    v.minLength(1, 'are missing'),
    v.check((revisions) => hasNoTwins(revisions.map(({ label }) => label)), 'have a label twice'),
    v.check((revisions) => unitsAgree(revisions.flatMap(({ figures }) => figures)), 'have a figure in two units'),
  ),
});

export type FigureOfRevision = v.InferOutput<typeof figureSchema>;
export type RevisionFigures = v.InferOutput<typeof revisionSchema>;
export type BenchData = v.InferOutput<typeof dataSchema>;

function unitsAgree(figures: readonly { readonly name: string; readonly unit: string }[]): boolean {
  const units = new Map(figures.map(({ name, unit }) => [name, unit]));
  return figures.every(({ name, unit }) => units.get(name) === unit);
}

/** Reads the figures of all revisions. Throws an error that says where the text is wrong. */
export function readData(text: string): BenchData {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${dataFile} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const result = v.safeParse(dataSchema, json, { abortPipeEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${dataFile}: ${v.getDotPath(issue) ?? 'the whole'} ${issue.message}`);
}

/** Adds revisions at the right; one with a label that is there already takes its place. */
export function withRevisions(data: BenchData, added: readonly RevisionFigures[]): BenchData {
  const kept = data.revisions.map((old) => added.find(({ label }) => label === old.label) ?? old);
  return { revisions: [...kept, ...added.filter((one) => !kept.includes(one))] };
}
