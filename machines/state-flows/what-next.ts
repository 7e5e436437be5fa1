import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { ChartModel } from '../export/chart-model.ts';
import { guardOf } from '../export/guard-text.ts';
import { transitionId } from '../export/transitions.ts';

/**
 * Whether a transition may be taken now. `open`: its event takes it. `refused`: its guard says no. `depends`: its guard reads what the event
 * brings with it. `behind`: another transition of the same event goes first. `unknown`: its guard reads values that are not known.
 */
export type Verdict = 'open' | 'refused' | 'depends' | 'behind' | 'unknown';

export interface NextTransition {
  readonly id: string;
  readonly verdict: Verdict;
  /** The guard that decides, in words; null where there is none. */
  readonly guard: string | null;
}

/** What may happen in this state of a machine, and why not what may not. */
export function whatNext(snapshot: AnyMachineSnapshot): readonly NextTransition[] {
  if (snapshot.status !== 'active') return [];
  /** Of each event of each state: a transition before has no guard, or one that says yes. */
  const isTaken = new Set<string>();
  // The innermost states first, as XState asks them. Its own `getNextTransitions` would be part of every first screen.
  const states: readonly AnyStateNode[] = snapshot._nodes.toReversed();
  const transitions: readonly AnyTransitionDefinition[] = states.flatMap((state) =>
    [...state.transitions.values(), state.always ?? []].flat(),
  );
  return transitions.map((transition) => {
    const place = `${transition.source.id} ${transition.eventType}`;
    const verdict = isTaken.has(place) ? 'behind' : verdictOf(snapshot, transition);
    if (verdict === 'open') isTaken.add(place);
    return { id: transitionId(transition), verdict, guard: guardOf(transition.guard)?.text ?? null };
  });
}

/** The same by the chart alone, where no guard can be asked, as in a recording: it holds no values. */
export function whatNextByChart(chart: ChartModel, active: readonly string[]): readonly NextTransition[] {
  /** Of each event of each state: the guards before, and whether a transition before has none. */
  const before = new Map<string, { readonly guards: readonly string[]; readonly isTaken: boolean }>();
  return active.toReversed().flatMap((state) =>
    chart.transitions
      .filter(({ source }) => source === state)
      .map(({ id, event, guard }): NextTransition => {
        const place = `${state} ${event}`;
        const { guards, isTaken } = before.get(place) ?? { guards: [], isTaken: false };
        before.set(place, { guards: guard === null ? guards : [...guards, guard.text], isTaken: isTaken || guard === null });
        if (isTaken) return { id, verdict: 'behind', guard: guard?.text ?? null };
        if (guard !== null) return { id, verdict: 'unknown', guard: guard.text };
        if (guards.length === 0) return { id, verdict: 'open', guard: null };
        return { id, verdict: 'unknown', guard: guards.map((text) => `not ${text}`).join(' and ') };
      }),
  );
}

/** Raised where a guard reads what only the event itself would tell. */
class EventRead extends Error {}

function verdictOf(snapshot: AnyMachineSnapshot, { guard, eventType }: AnyTransitionDefinition): Verdict {
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
