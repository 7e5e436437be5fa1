import type { PlannedEvent } from './path-plan.ts';

/** How many distinguishing values a name lists before it falls back on the event's place among its kind. */
const mostValues = 2;

/**
 * Short names for a plan's events: the type, and in brackets only what distinguishes events of the same type.
 * `done fetchUser(refused, 401)`, `field.changed(b)`, `save.requested`.
 */
export function eventNames(events: readonly PlannedEvent[]): ReadonlyMap<PlannedEvent, string> {
  const byType = Map.groupBy(events, (event) => event.type);
  const names = new Map<PlannedEvent, string>();
  for (const [type, kin] of byType) {
    const name = type.replace(/^xstate\.(done|error)\.actor\./u, '$1 ').replace(/^xstate\.after\.([^.]+)\..*$/u, 'after $1');
    const labels = kin.map((event) => differences(event, kin).slice(0, mostValues).join(', '));
    kin.forEach((event, place) => {
      const unique = labels.filter((label) => label === labels[place]).length === 1;
      names.set(event, kin.length === 1 ? name : `${name}(${labels[place]}${unique ? '' : ` #${place + 1}`})`);
    });
  }
  return names;
}

/** The values of an event that not all of its kin share, in the order of its fields. */
function differences(event: PlannedEvent, kin: readonly PlannedEvent[]): readonly string[] {
  const others = kin.map((other) => leaves(other));
  return [...leaves(event)].filter(([path, value]) => others.some((other) => other.get(path) !== value)).map(([, value]) => value);
}

function leaves(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (value instanceof Error) return new Map([[path, value.message]]);
  if (typeof value !== 'object' || value === null) return new Map([[path, String(value)]]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...leaves(inner, `${path}.${key}`)]));
}
