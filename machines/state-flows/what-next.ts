import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { ChartModel } from '../export/chart.types.ts';
import { guardOf } from '../export/guard-text.ts';
import { transitionId } from '../export/transitions.ts';

/**
 * Whether a transition may be taken now. `open`: its event takes it. `refused`: its guard says no. `depends`: its guard reads what the event
 * brings with it. `behind`: another transition of the same event comes first. `unknown`: its guard reads values that are not known.
 */
export type Availability = 'open' | 'refused' | 'depends' | 'behind' | 'unknown';

export interface NextTransition {
  readonly id: string;
  readonly availability: Availability;
  /** The guard that decides, in words; null where there is none. */
  readonly guard: string | null;
}

/** What may happen in this state of a machine, and why not what may not. */
export function whatNext(snapshot: AnyMachineSnapshot): readonly NextTransition[] {
  if (snapshot.status !== 'active') return [];
  /** Those that have no guard, or one that says yes: their event takes them. */
  const taken: AnyTransitionDefinition[] = [];
  // The innermost states first, as XState asks them. Its own `getNextTransitions` would be part of every first screen.
  const states: readonly AnyStateNode[] = snapshot._nodes.toReversed();
  const transitions: readonly AnyTransitionDefinition[] = states.flatMap((state) =>
    [...state.transitions.values(), state.always ?? []].flat(),
  );
  return transitions.map((transition) => {
    const isBehind = taken.some(({ eventType, source }) => eventType === transition.eventType && isWithin(source.id, transition.source.id));
    const availability = isBehind ? 'behind' : availabilityOf(snapshot, transition);
    if (availability === 'open') taken.push(transition);
    return { id: transitionId(transition), availability, guard: guardOf(transition.guard)?.text ?? null };
  });
}

/** The same by the chart alone, where no guard can be asked, as in a recording: it holds no values. */
export function whatNextByChart(chart: ChartModel, active: readonly string[]): readonly NextTransition[] {
  const asked: { readonly source: string; readonly event: string; readonly guard: string | null }[] = [];
  return active.toReversed().flatMap((state) =>
    chart.transitions
      .filter(({ source }) => source === state)
      .map(({ id, event, guard }): NextTransition => {
        const before = asked.filter((each) => each.event === event && isWithin(each.source, state)).map((each) => each.guard);
        asked.push({ source: state, event, guard: guard?.text ?? null });
        if (before.includes(null)) return { id, availability: 'behind', guard: guard?.text ?? null };
        if (guard !== null) return { id, availability: 'unknown', guard: guard.text };
        if (before.length === 0) return { id, availability: 'open', guard: null };
        return { id, availability: 'unknown', guard: before.map((text) => `not ${text}`).join(' and ') };
      }),
  );
}

/** By ids: what a state does with an event goes before what the states around it do. */
const isWithin = (inner: string, outer: string): boolean => `${inner}.`.startsWith(`${outer}.`);

/** Raised where a guard reads what only the event itself would tell. */
class EventRead extends Error {}

function availabilityOf(snapshot: AnyMachineSnapshot, { guard, eventType }: AnyTransitionDefinition): Availability {
  if (guard === undefined) return 'open';
  const event = new Proxy(
    { type: eventType },
    {
      get(target, key) {
        if (key === 'type') return target.type;
        throw new EventRead();
      },
    },
  );
  try {
    return passes(snapshot, guard, event) ? 'open' : 'refused';
  } catch {
    // A guard that fails without its event can't be asked either.
    return 'depends';
  }
}

/** A guard as the chart names it: by its name, with parameters, or made of others by `not`, `and` and `or`. */
function passes(snapshot: AnyMachineSnapshot, guard: unknown, event: { readonly type: string }): boolean {
  const { context, machine } = snapshot;
  if (typeof guard === 'function') {
    if ('check' in guard && typeof guard.check === 'function') {
      const inner: readonly unknown[] = 'guards' in guard && Array.isArray(guard.guards) ? guard.guards : [];
      const results = inner.map((each) => passes(snapshot, each, event));
      if (guard.name === 'not') return results[0] === false;
      if (guard.name === 'and') return results.every(Boolean);
      if (guard.name === 'or') return results.some(Boolean);
      throw new EventRead();
    }
    return guard({ context, event }) === true;
  }
  const named = typeof guard === 'string' ? { type: guard } : guard;
  if (typeof named !== 'object' || named === null || !('type' in named) || typeof named.type !== 'string') throw new EventRead();
  const implementation: unknown = machine.implementations.guards[named.type];
  if (typeof implementation !== 'function') throw new EventRead();
  if ('check' in implementation) return passes(snapshot, implementation, event);
  const given = 'params' in named ? named.params : undefined;
  const params: unknown = typeof given === 'function' ? given({ context, event }) : given;
  return implementation({ context, event }, params) === true;
}
