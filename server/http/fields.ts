import * as v from 'valibot';
import { type Failure, invalidFields } from './reply.ts';

type Path = readonly (string | number)[];

const settingsSave = v.object({ data: v.object({ settings: v.custom<readonly unknown[]>(Array.isArray) }) });
const namedEntry = v.object({ key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)) });

/** The maximum length of a list or object in a body: more than any call takes. */
const entriesPerList = 1000;
/** For a body with more entries only the first problem is reported: each problem costs time and memory. */
const entriesOfWholeReport = 10_000;
/** Nobody reads more messages. */
const maxProblems = 100;

/** Returns a function that names the field of a message: a setting's key in a settings save, else the dotted path into the body. */
export function fieldNames(input: unknown): (path: Path) => string {
  // Computed once for all messages: the input can have as many entries as a body has bytes.
  const save = v.safeParse(settingsSave, input);
  const settings = save.success ? save.output.data.settings : [];
  return (path) => {
    const [data, list, position] = path;
    if (data === 'data' && list === 'settings' && typeof position === 'number') {
      const named = v.safeParse(namedEntry, settings[position]);
      if (named.success) return named.output.key;
    }
    return path.length === 0 ? 'body' : path.join('.');
  };
}

export type NamesOf = typeof fieldNames;

/** For a body of fields: the field's key, however deep the path leads into its value. */
export const keyNames: NamesOf =
  () =>
  ([key]) =>
    key === undefined ? 'body' : String(key);

/** For a list of such bodies: the field of one item, `items.2.title`. */
export const itemNames: NamesOf = () => (path) => path.slice(0, 3).join('.') || 'body';

type Read<T> = { readonly kind: 'read'; readonly output: T } | Failure;

/** Input as its schema returns it, in a form that the database can store. */
export function readInput<const S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  input: unknown,
  namesOf = fieldNames,
): Read<v.InferOutput<S>> {
  const { entries, longAt } = countEntries(input);
  // Before its entries are validated: a schema validates all of them first, and checks their number afterwards.
  if (longAt) return invalidFields({ [namesOf(input)(longAt)]: `This can hold at most ${entriesPerList}.` });
  const parsed = v.safeParse(schema, input, { abortEarly: entries > entriesOfWholeReport });
  if (!parsed.success) return invalidFields(fieldsOfIssues(parsed.issues, input, namesOf));
  const bad = unstorableAt(parsed.output);
  if (bad) return invalidFields({ [namesOf(input)(bad)]: 'This holds a character that can’t be stored.' });
  return { kind: 'read', output: parsed.output };
}

/** The number of entries in all lists and objects of a value together, and where one has more than any call takes. */
function countEntries(input: unknown): { readonly entries: number; readonly longAt: Path | null } {
  let entries = 0;
  const open: { readonly value: unknown; readonly path: Path }[] = [{ value: input, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    const inner: readonly unknown[] = isList ? value : Object.values(value);
    if (inner.length > entriesPerList) return { entries, longAt: path };
    entries += inner.length;
    const keys = isList ? null : Object.keys(value);
    for (const [at, item] of inner.entries())
      if (typeof item === 'object' && item !== null) open.push({ value: item, path: [...path, keys?.[at] ?? at] });
  }
  return { entries, longAt: null };
}

/** The first message for each of the first hundred fields that a schema rejected. */
export function fieldsOfIssues(issues: readonly v.BaseIssue<unknown>[], input: unknown, namesOf = fieldNames): Record<string, string> {
  const nameOf = namesOf(input);
  const fields: [string, string][] = issues
    .slice(0, maxProblems)
    .map((issue) => [nameOf((issue.path ?? []).map((item) => keyOf(item.key))), messageFor(issue)]);
  return Object.fromEntries(fields.reverse());
}

function keyOf(key: unknown): string | number {
  return typeof key === 'number' ? key : String(key);
}

/** Valibot's own messages repeat the received value, which may be a password: these don't. */
function messageFor(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'This is required.';
  switch (issue.type) {
    case 'non_empty':
      return 'This is required.';
    case 'min_length':
      return `This needs at least ${String(issue.requirement)} characters.`;
    case 'max_length':
      return `This can hold at most ${String(issue.requirement)}.`;
    case 'min_value':
      return `This must be at least ${String(issue.requirement)}.`;
    case 'max_value':
      return `This must be at most ${String(issue.requirement)}.`;
    case 'never':
      return 'This can’t be set by this call.';
    case 'picklist':
      return `This must be one of ${issue.expected ?? 'the allowed values'}.`;
    case 'regex':
      return 'This is not valid.';
    default:
      return `This must be ${issue.expected ?? 'valid'}.`;
  }
}

/** Where a value contains text that PostgreSQL can't store: a NUL, or half of a surrogate pair. Null: nowhere. */
export function unstorableAt(value: unknown, path: Path = []): Path | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item, i) => [i, item] as const)
    : Object.entries(value);
  for (const [key, item] of entries) {
    const found = unstorableAt(key, path) ?? unstorableAt(item, [...path, key]);
    if (found) return found;
  }
  return null;
}
