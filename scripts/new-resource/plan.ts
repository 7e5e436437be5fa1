import { servedCalls } from '#contract/calls/index.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { type NewPlace, navigationPathProblem as placeProblem } from '../generate/navigation.ts';
import { type KeyProblem, fieldKeyProblem as keyShapeProblem, kindProblem, type NewField } from '../generate/new-field.ts';
import { camel, kebab } from '../generate/source.ts';

/** `title` is the heading of its list, in the plural, such as "Team members". */
export interface NewResource extends NewPlace {
  /** "Team member". */
  readonly one: string;
  /** What a record is useful for, as the empty list says. */
  readonly purpose: string;
  /** The first field is a record's name. */
  readonly fields: readonly NewField[];
  /** No two records of a website have the same name. */
  readonly isUnique: boolean;
}

/** Whether the project has a file, by its path from the root. */
export type FileExists = (path: string) => boolean;

export const pascal = (title: string): string => camel(`-${kebab(title)}`);

/** The calls that the resource will have, as `crudCalls` names them. */
const callNames = (one: string, many: string): readonly string[] => [
  `list${pascal(many)}`,
  ...['create', 'get', 'update', 'delete'].map((verb) => `${verb}${pascal(one)}`),
];

/** The paths of a new resource's files. */
export const filesOf = (many: string) => ({
  definition: `contract/resources/${kebab(many)}.ts`,
  table: `server/tables/${kebab(many)}.ts`,
  test: `server/resources/${kebab(many)}.test.ts`,
});

function nameProblem(name: string, example: string): string | null {
  return /^[A-Z][A-Za-z]*(?: [A-Za-z]+)*$/u.test(name) && name.length <= 40
    ? null
    : `The name "${name}" is not words of at most 40 letters, the first with a capital, such as "${example}".`;
}

const hasCall = (name: string) => servedCalls.find((call) => call.name === name);

export function oneProblem(one: string): string | null {
  const shape = nameProblem(one, 'Team member');
  if (shape !== null) return shape;
  if (resources.some(({ name }) => name === kebab(one))) return `There is already a resource with the name "${kebab(one)}".`;
  const taken = callNames(one, 'any').slice(1).find(hasCall);
  return taken ? `The API already has a call ${taken}.` : null;
}

export function manyProblem(many: string, one: string, fileExists: FileExists): string | null {
  const shape = nameProblem(many, 'Team members');
  if (shape !== null) return shape;
  if (kebab(many) === kebab(one)) return 'One and several need different names.';
  const [list = ''] = callNames('any', many);
  if (hasCall(list)) return `The API already has a call ${list}.`;
  const file = Object.values(filesOf(many)).find(fileExists);
  return file ? `${file} exists: choose another name.` : null;
}

export function pathProblem(path: string): string | null {
  const other = resources.find((each) => `${path}/`.startsWith(`${each.path}/`) || `${each.path}/`.startsWith(`${path}/`));
  return placeProblem(path) ?? (other ? `The path "${path}" already leads to ${other.labels.heading}.` : null);
}

export function purposeProblem(purpose: string): string | null {
  return /^[A-Z].{3,198}\.$/u.test(purpose)
    ? null
    : `"${purpose}" is not one sentence: a capital letter, at most 200 characters, a full stop.`;
}

/** The names that a record or its row has besides fields. */
const ownKeys: readonly string[] = ['id', 'website_id', 'account_id', 'created_at', 'updated_at', 'warnings'];

export const keyProblem: KeyProblem = (key, earlier) =>
  keyShapeProblem(key, earlier) ?? (ownKeys.includes(key) ? `The key "${key}" is one that every record has.` : null);

const namingKinds: readonly string[] = ['text', 'email', 'telephone', 'url'];

/** For the kind of the next field: the first one is the record's name. */
export function nextKindProblem(kind: string, earlier: readonly NewField[]): string | null {
  if (earlier.length > 0 || namingKinds.includes(kind)) return kindProblem(kind);
  return `The first field names a record: it is one of ${namingKinds.join(', ')}.`;
}

export function fieldsProblem(fields: readonly NewField[], isUnique: boolean): string | null {
  const [first] = fields;
  if (!first) return 'A resource needs a field at least: the first one names a record.';
  const kind = nextKindProblem(first.kind, []);
  if (kind !== null) return kind;
  if (!first.required) return `The first field names a record: ${first.key} has to be required.`;
  return isUnique && first.kind === 'url' ? 'An address may be too long for an index that holds it once: leave out --unique.' : null;
}
