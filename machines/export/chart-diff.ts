import type { ChartModel, ChartState, ChartTransition } from './chart-model.ts';
import { toMermaid } from './mermaid.ts';

export interface ChartChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly of: 'machine' | 'state' | 'transition';
  readonly id: string;
  /** In a sentence, without its end: what it is about. */
  readonly text: string;
  /** Of a change: each difference, in words. */
  readonly details: readonly string[];
}

export interface ChartDiff {
  readonly id: string;
  /** Empty where both are the same. */
  readonly changes: readonly ChartChange[];
  /** Both charts in one `stateDiagram-v2`: what is new in green, what is gone in red, what has changed in yellow. */
  readonly mermaid: string;
}

/** What has changed from one chart of a machine to a later one; null where there was none, or is none any more. */
export function chartDiff(before: ChartModel | null, after: ChartModel | null): ChartDiff {
  const id = (after ?? before)?.id ?? '';
  if (!before || !after) {
    const only = before ?? after;
    const kind = before ? 'removed' : 'added';
    const change: ChartChange = { kind, of: 'machine', id, text: `The machine "${id}": ${only?.description ?? ''}`, details: [] };
    return { id, changes: only ? [change] : [], mermaid: only ? toMermaid(only) : '' };
  }
  const pairs = pairTransitions(before, after);
  const states = stateChanges(before, after);
  const transitions = pairs.flatMap(([old, now]) => transitionChange(old, now));
  return { id, changes: [...machineChange(before, after), ...states, ...transitions], mermaid: diffMermaid(before, after, pairs, states) };
}

function machineChange(before: ChartModel, after: ChartModel): readonly ChartChange[] {
  const details = difference('description', before.description, after.description);
  return details.length === 0 ? [] : [{ kind: 'changed', of: 'machine', id: after.id, text: `The machine "${after.id}"`, details }];
}

function stateChanges(before: ChartModel, after: ChartModel): readonly ChartChange[] {
  const old = new Map(before.states.map((state) => [state.id, state]));
  const now = new Map(after.states.map((state) => [state.id, state]));
  const change = (kind: ChartChange['kind'], { id, description }: ChartState, details: readonly string[] = []): ChartChange => ({
    kind,
    of: 'state',
    id,
    text: kind === 'changed' ? `State "${id}"` : `State "${id}": ${description}`,
    details,
  });
  return [
    ...after.states.flatMap((state) => {
      const earlier = old.get(state.id);
      if (!earlier) return [change('added', state)];
      // The machine's own description is that of its root.
      const details = stateDetails(state.parent === null ? { ...earlier, description: state.description } : earlier, state);
      return details.length === 0 ? [] : [change('changed', state, details)];
    }),
    ...before.states.filter(({ id }) => !now.has(id)).map((state) => change('removed', state)),
  ];
}

function stateDetails(old: ChartState, now: ChartState): readonly string[] {
  return [
    ...difference('type', old.type, now.type),
    ...difference('first state', old.initial ?? '', now.initial ?? ''),
    ...difference('description', old.description, now.description),
    ...difference('tags', old.tags.join(', '), now.tags.join(', ')),
    ...difference('on entry', old.entry.join(', '), now.entry.join(', ')),
    ...difference('on exit', old.exit.join(', '), now.exit.join(', ')),
    ...difference(
      'actors',
      old.invokes.map(({ id, src }) => `${id} (${src})`).join(', '),
      now.invokes.map(({ id, src }) => `${id} (${src})`).join(', '),
    ),
    ...difference('what a person sees', JSON.stringify(old.meta), JSON.stringify(now.meta)),
  ];
}

type Pair = readonly [ChartTransition | null, ChartTransition | null];

/**
 * Which transition of one chart is which of the other. An id counts the candidates of an event, so it moves when one is put before it: among
 * the candidates of one state and event those pair that are the same, then those with the same guard, the same targets, and the rest in order.
 */
function pairTransitions(before: ChartModel, after: ChartModel): readonly Pair[] {
  const key = ({ source, event }: ChartTransition): string => `${source} ${event}`;
  const groups = [...new Set([...after.transitions, ...before.transitions].map(key))];
  return groups.flatMap((group) => {
    const old = before.transitions.filter((transition) => key(transition) === group);
    const now = after.transitions.filter((transition) => key(transition) === group);
    const found = new Map<ChartTransition, ChartTransition>();
    const rules: readonly ((one: ChartTransition) => string)[] = [
      (one) => JSON.stringify({ ...one, id: '' }),
      (one) => JSON.stringify([one.guard?.name, one.targets]),
      (one) => JSON.stringify(one.guard?.name),
      (one) => JSON.stringify(one.targets),
      () => '',
    ];
    for (const rule of rules) {
      for (const one of now) {
        if (found.has(one)) continue;
        const taken = new Set(found.values());
        const match = old.find((other) => !taken.has(other) && rule(other) === rule(one));
        if (match) found.set(one, match);
      }
    }
    const matched = new Set(found.values());
    return [
      ...now.map((one): Pair => [found.get(one) ?? null, one]),
      ...old.filter((one) => !matched.has(one)).map((one): Pair => [one, null]),
    ];
  });
}

function transitionChange(old: ChartTransition | null, now: ChartTransition | null): readonly ChartChange[] {
  const one = now ?? old;
  if (!one) return [];
  if (!old || !now) return [{ kind: old ? 'removed' : 'added', of: 'transition', id: one.id, text: transitionText(one), details: [] }];
  const details = [
    ...difference('goes to', targetsText(old), targetsText(now)),
    ...difference('condition', old.guard?.text ?? '', now.guard?.text ?? ''),
    ...difference('delay', delayText(old), delayText(now)),
    ...difference('does', old.actions.join(', '), now.actions.join(', ')),
    ...difference('enters again', String(old.reenter), String(now.reenter)),
    ...difference('description', old.description, now.description),
    ...difference('requirement', old.requirement, now.requirement),
  ];
  return details.length === 0 ? [] : [{ kind: 'changed', of: 'transition', id: now.id, text: transitionText(now), details }];
}

function transitionText(transition: ChartTransition): string {
  const { source, label, guard, targets } = transition;
  const target = targets.length === 0 ? ', without leaving it' : ` to ${targetsText(transition)}`;
  return `Transition from "${source}" on ${label}${guard === null ? '' : ` [${guard.text}]`}${target}`;
}

function targetsText({ targets }: ChartTransition): string {
  return targets.length === 0 ? 'no other state' : targets.map((target) => `"${target}"`).join(', ');
}

function delayText({ delay }: ChartTransition): string {
  return delay === null ? '' : `${delay.name}, ${delay.ms === null ? 'worked out' : `${delay.ms} ms`}`;
}

function difference(what: string, old: string, now: string): readonly string[] {
  if (old === now) return [];
  if (old === '') return [`${what}: now ${now}`];
  return [now === '' ? `${what}: no longer ${old}` : `${what}: ${old} → ${now}`];
}

const styles = { added: 'fill:#c9f2d0,color:#0b3d17', removed: 'fill:#f8c9c9,color:#5a0f0f', changed: 'fill:#fdeeb5,color:#4a3a00' };

/** The later chart with what is gone put back in, each transition named for what became of it. */
function diffMermaid(before: ChartModel, after: ChartModel, pairs: readonly Pair[], states: readonly ChartChange[]): string {
  const known = new Set(after.states.map(({ id }) => id));
  const both: ChartModel = {
    ...after,
    states: [...after.states, ...before.states.filter(({ id }) => !known.has(id))],
    transitions: pairs.flatMap(([old, now]) => {
      const kind = transitionChange(old, now)[0]?.kind;
      const one = now ?? old;
      return one ? [{ ...one, label: kind ? `${kind.toUpperCase()} ${one.label}` : one.label }] : [];
    }),
  };
  const marked = (kind: ChartChange['kind']) => states.filter((state) => state.kind === kind).map(({ id }) => id);
  return toMermaid(
    both,
    Object.fromEntries(
      (['added', 'removed', 'changed'] as const)
        .map((kind) => [kind, { style: styles[kind], states: marked(kind) }] as const)
        .filter(([, mark]) => mark.states.length > 0),
    ),
  );
}
