import * as v from 'valibot';
import { type Failure, invalidFields } from './reply.ts';

type Path = readonly (string | number)[];

const namedEntry = v.object({ key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)) });

/** The name a message stands at: a setting's key in a settings save, else the dotted path into the body. */
export function fieldAt(path: Path, input: unknown): string {
  const [data, list, position] = path;
  if (data === 'data' && list === 'settings' && typeof position === 'number') {
    const entry = v.safeParse(v.object({ data: v.object({ settings: v.array(v.unknown()) }) }), input);
    const named = v.safeParse(namedEntry, entry.success ? entry.output.data.settings[position] : undefined);
    if (named.success) return named.output.key;
  }
  return path.length === 0 ? 'body' : path.join('.');
}

type Read<T> = { readonly kind: 'read'; readonly output: T } | Failure;

/** Input that was sent, as its schema has it and the database can store it. */
export function readFields<const S extends v.GenericSchema<unknown, unknown>>(schema: S, input: unknown): Read<v.InferOutput<S>> {
  const parsed = v.safeParse(schema, input);
  if (!parsed.success) return invalidFields(fieldsOfIssues(parsed.issues, input));
  const bad = unstorableAt(parsed.output);
  if (bad) return invalidFields({ [fieldAt(bad, input)]: 'This holds a character that can’t be stored.' });
  return { kind: 'read', output: parsed.output };
}

/** First message per field of what a schema complained about. */
export function fieldsOfIssues(issues: readonly v.BaseIssue<unknown>[], input: unknown): Record<string, string> {
  const fields: [string, string][] = issues.map((issue) => [
    fieldAt(
      (issue.path ?? []).map((item) => keyOf(item.key)),
      input,
    ),
    messageFor(issue),
  ]);
  return Object.fromEntries(fields.reverse());
}

function keyOf(key: unknown): string | number {
  return typeof key === 'number' ? key : String(key);
}

/** Valibot's own messages repeat what was received, which may be a password: these don't. */
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
    case 'picklist':
      return `This must be one of ${issue.expected ?? 'the allowed values'}.`;
    case 'regex':
      return 'This is not valid.';
    default:
      return `This must be ${issue.expected ?? 'valid'}.`;
  }
}

/** Where a value holds text that PostgreSQL can't store: a NUL, or half of a surrogate pair. Null: nowhere. */
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
