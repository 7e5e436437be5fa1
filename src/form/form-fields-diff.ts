import { formFieldNames, formFieldTypes, layoutTypes } from '#contract/forms/form-field.ts';
import { isJsonObject, type Json, type JsonObject, sameJson } from '#contract/json.ts';

/** One field of a form in which two lists differ. `mine` and `theirs` have the same lines in the same order. */
export interface FormFieldDifference {
  readonly name: string;
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

export interface FormFieldsDiff {
  readonly differences: readonly FormFieldDifference[];
  /** How many fields are the same in both, place included. */
  readonly same: number;
}

type Fields = readonly JsonObject[];

/** What differs between two lists of a form's fields: fields that one of them lacks, other places, and each property that has another value. */
export function formFieldsDiff(mine: Fields, theirs: Fields): FormFieldsDiff {
  const pairs = paired(mine, theirs);
  const moved = movedPairs(pairs);
  const differences = pairs.flatMap((pair): FormFieldDifference[] => {
    const { one, other } = pair;
    const name = nameOf((one ?? other)?.field ?? {});
    if (!one || !other) return [{ name, ...missing(one, other) }];
    const changed = changedIn(one.field, other.field);
    const place = moved.has(pair) ? [{ mine: `Place ${one.at + 1}`, theirs: `Place ${other.at + 1}` }] : [];
    const lines = [...changed, ...place];
    return lines.length === 0 ? [] : [{ name, mine: lines.map((line) => line.mine), theirs: lines.map((line) => line.theirs) }];
  });
  return { differences, same: pairs.length - differences.length };
}

interface Placed {
  readonly field: JsonObject;
  readonly at: number;
}

interface Pair {
  readonly one: Placed | null;
  readonly other: Placed | null;
}

const missing = (one: Placed | null, other: Placed | null) => ({
  mine: [one ? `Here, as ${typeOf(one.field)}` : 'Not here'],
  theirs: [other ? `Here, as ${typeOf(other.field)}` : 'Not here'],
});

/**
 * The fields by their key, or by their text where they have no value; of those that are left, the ones of one type at one place: the same field
 * with another key or text. In the order of `mine`, then what only `theirs` has.
 */
function paired(mine: Fields, theirs: Fields): readonly Pair[] {
  const left = new Map(theirs.map((field, at) => [at, { field, at }]));
  const take = (found: Placed | undefined): Placed | null => {
    if (found) left.delete(found.at);
    return found ?? null;
  };
  const first = mine.map((field, at) => ({
    one: { field, at },
    other: take([...left.values()].find((other) => identityOf(other.field) === identityOf(field))),
  }));
  const all = first.map(({ one, other }) => ({
    one,
    other: other ?? take([...left.values()].find(({ field, at }) => at === one.at && field['type'] === one.field['type'])),
  }));
  return [...all, ...[...left.values()].map((other) => ({ one: null, other }))];
}

const isLayout = ({ type }: JsonObject): boolean => layoutTypes.some((each) => each === type);
const identityOf = (field: JsonObject): string =>
  JSON.stringify(isLayout(field) ? [field['type'], field['label'], field['content']] : ['', field['key']]);

/** The fields outside the longest run that both lists have in one order. */
function movedPairs(pairs: readonly Pair[]): ReadonlySet<Pair> {
  const both = pairs.filter(({ one, other }) => one !== null && other !== null);
  const longest: (readonly Pair[])[] = [];
  for (const pair of both) {
    const before = longest.filter((run) => (run.at(-1)?.other?.at ?? -1) < (pair.other?.at ?? -1));
    longest.push([...before.reduce<readonly Pair[]>((best, run) => (run.length > best.length ? run : best), []), pair]);
  }
  const kept = new Set(longest.reduce<readonly Pair[]>((best, run) => (run.length > best.length ? run : best), []));
  return new Set(both.filter((pair) => !kept.has(pair)));
}

const labels: Readonly<Record<string, string>> = {
  type: 'Type',
  label: 'Label',
  key: 'Key',
  name: 'Name',
  content: 'Text',
  values: 'Options',
  required: 'Required',
  placeholder: 'Placeholder',
  help: 'Help text',
  default: 'Default',
  width: 'Width',
};

function changedIn(mine: JsonObject, theirs: JsonObject): readonly { readonly mine: string; readonly theirs: string }[] {
  const keys = [...new Set([...Object.keys(labels), ...Object.keys(mine), ...Object.keys(theirs)])];
  const changed = keys.filter((key) => !sameJson(mine[key] ?? null, theirs[key] ?? null));
  // A name follows its label.
  return changed
    .filter((key) => key !== 'name' || !changed.includes('label'))
    .map((key) => {
      const label = labels[key] ?? key.replaceAll('_', ' ');
      const texts = [mine, theirs].map((field) => textOf(key, field[key] ?? null));
      const [one, other] = texts[0] === texts[1] ? [mine, theirs].map((field) => JSON.stringify(field[key] ?? null)) : texts;
      return { mine: `${label}: ${one}`, theirs: `${label}: ${other}` };
    });
}

function textOf(key: string, value: Json): string {
  if (key === 'type') return typeName(value);
  if (key === 'required') return value === true ? 'yes' : 'no';
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((each) => optionText(each)).join(', ') || 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function optionText(option: Json): string {
  if (!isJsonObject(option)) return String(option);
  const [value, label] = [String(option['value'] ?? ''), String(option['label'] ?? '')];
  return label === '' || label === value ? value : `${label} (${value})`;
}

function typeName(type: Json | undefined): string {
  const known = formFieldTypes.find((each) => each === type);
  return known ? formFieldNames[known] : String(type ?? '');
}

const typeOf = (field: JsonObject): string => typeName(field['type']);

const nameOf = (field: JsonObject): string =>
  [field['label'], field['content'], field['key']].map((each) => (typeof each === 'string' ? each.trim() : '')).find(Boolean) ??
  typeOf(field);
