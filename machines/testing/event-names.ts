import type { PlannedEvent } from './path-plan.ts';

/** The longest text of a payload in a name. Where two would look alike, they are printed whole. */
const mostCharacters = 40;

/**
 * Short names for a plan's events: the type, and in brackets what distinguishes the event from others of its type: `done fetchUser(refused)`,
 * `field.changed(phone, 2)`, `save.requested`. Events with the same content have the same name, wherever they stand in the plan.
 */
export function eventNames(events: readonly PlannedEvent[]): ReadonlyMap<PlannedEvent, string> {
  const names = new Map<PlannedEvent, string>();
  for (const [type, kin] of Map.groupBy(events, (event) => event.type)) {
    const leaves = kin.map((event) => leavesOf(event));
    const fields = distinguishing(leaves);
    const forms = [shortLabel, fieldLabel, wholeLabel].map((form) => leaves.map((each) => form(each, fields)));
    const contents = leaves.map(contentOf);
    kin.forEach((event, at) => {
      // The first form in which no event with another content looks like this one.
      const form = forms.find((labels) => labels.every((label, other) => label !== labels[at] || contents[other] === contents[at]));
      const label = (form ?? forms.at(-1))?.[at];
      names.set(event, `${shortType(type)}${label ? `(${label})` : ''}`);
    });
  }
  return names;
}

export function shortType(type: string): string {
  return type.replace(/^xstate\.(done|error)\.actor\./u, '$1 ').replace(/^xstate\.after\.([^.]+)\..*$/u, 'after $1');
}

/** What is said of an event in one line, such as one that a machine emits: its type, and the texts in it. */
export function eventText({ type, ...payload }: PlannedEvent): string {
  const label = payloadText(payload);
  return `${shortType(type)}${label ? `(${label})` : ''}`;
}

/** The values in something, as far as a line can hold them. */
export function payloadText(payload: unknown): string {
  const texts = [...leavesOf(payload)].filter(([path]) => path !== '').map(([path, value]) => short(path, value));
  return cut(typeof payload === 'object' && payload !== null ? texts.join(', ') : String(payload));
}

type Leaves = ReadonlyMap<string, unknown>;

/** The fewest fields by which events of one type are told apart, those first that stand further outside, texts before other values. */
function distinguishing(kin: readonly Leaves[]): readonly string[] {
  const order = [...new Set(kin.flatMap((leaves) => [...leaves.keys()]))];
  const rank = (path: string) => 2 * path.split('.').length + (kin.some((leaves) => typeof leaves.get(path) === 'string') ? 0 : 1);
  const chosen: string[] = [];
  const groups = () => new Set(kin.map((leaves) => JSON.stringify(chosen.map((path) => exact(leaves.get(path)))))).size;
  for (const path of order.toSorted((a, b) => rank(a) - rank(b))) {
    const before = groups();
    chosen.push(path);
    if (groups() === before) chosen.pop();
  }
  return chosen;
}

const shortLabel = (leaves: Leaves, fields: readonly string[]): string => labelOf(leaves, fields, short);
const fieldLabel = (leaves: Leaves, fields: readonly string[]): string => labelOf(leaves, fields, (path, value) => cut(named(path, value)));
const wholeLabel = (leaves: Leaves, fields: readonly string[]): string =>
  labelOf(leaves, fields, (path, value) => `${path.slice(1)} ${exact(value)}`);

function labelOf(leaves: Leaves, fields: readonly string[], form: (path: string, value: unknown) => string): string {
  const told = fields.filter((path) => leaves.has(path));
  // Told from the others by what it lacks: all that it has.
  const shown = told.length > 0 || fields.length === 0 ? told : [...leaves.keys()].filter((path) => path !== '.type');
  return shown.map((path) => form(path, leaves.get(path))).join(', ');
}

/** Texts speak for themselves; numbers, booleans and null need their field. */
function short(path: string, value: unknown): string {
  return cut(typeof value === 'string' && !nothings.includes(value) ? value : named(path, value));
}

/** What only its field's name tells from the same at another place: no text, no entries, no items. */
const nothings = ['', '{}', '[]'];

/** A value with its field's name; one of a list with the list's. */
function named(path: string, value: unknown): string {
  const field = path.split('.').findLast((key) => !/^\d*$/u.test(key)) ?? '';
  return `${field} ${value === '' ? '""' : String(value)}`;
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line;
}

const contentOf = (leaves: Leaves): string => JSON.stringify([...leaves].map(([path, value]) => [path, exact(value)]));

const exact = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** The values in an event by their paths. What is empty counts as a value too. */
function leavesOf(value: unknown, path = ''): Leaves {
  if (value instanceof Error) return new Map([[path, value.message]]);
  if (typeof value === 'function') return new Map([[path, 'a function']]);
  if (typeof value !== 'object' || value === null) return value === undefined ? new Map() : new Map([[path, value]]);
  const entries = Object.entries(value);
  if (entries.length === 0) return new Map([[path, Array.isArray(value) ? '[]' : '{}']]);
  return new Map(entries.flatMap(([key, inner]) => [...leavesOf(inner, `${path}.${key}`)]));
}
