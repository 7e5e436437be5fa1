import type { Json, JsonObject } from '#contract/json.ts';
import { actionText, effectsText, paramsText } from './action-text.ts';
import type { ChartAction, ChartInvoke, ChartModel, ChartState, ChartTransition } from './chart.types.ts';
import { type Pair, pairTransitions } from './chart-pairs.ts';
import { toMermaid } from './mermaid.ts';

export interface ChartChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly of: 'machine' | 'state' | 'transition' | 'action';
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
  const transitions = pairs.flatMap((pair) => transitionChange(pair));
  const changes = [...machineChange(before, after), ...states, ...transitions, ...effectChanges(before, after)];
  return { id, changes, mermaid: diffMermaid(before, after, pairs, states) };
}

function machineChange(before: ChartModel, after: ChartModel): readonly ChartChange[] {
  // Exports of early revisions have no machines.
  const started = Object.entries(before.machines).filter(([actor]) => actor in after.machines);
  const details = [
    ...difference('description', before.description, after.description),
    ...started.flatMap(([actor, machine]) => difference(`the machine of “${actor}”`, machine, after.machines[actor] ?? '')),
  ];
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
      const described = state.parent === null ? { ...earlier, description: state.description } : earlier;
      const details = [...stateDetails(described, state), ...orderInside(before, after, state)];
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
    ...actionsDifference('on entry', old.entry, now.entry),
    ...actionsDifference('on exit', old.exit, now.exit),
    ...actionsDifference('actors', old.invokes.map(actorOf), now.invokes.map(actorOf)),
    ...metaDifference(old.meta, now.meta),
  ];
}

const metaNames: Readonly<Record<string, string>> = { sees: 'what a person sees', testId: 'where a test finds it' };

function metaDifference(old: JsonObject, now: JsonObject): readonly string[] {
  const textOf = (value: Json = '') => (typeof value === 'string' ? value : JSON.stringify(value));
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) =>
    difference(metaNames[key] ?? key, textOf(old[key]), textOf(now[key])),
  );
}

const actorOf = ({ id, src, input }: ChartInvoke): ChartAction => ({ name: `${id} (${src})`, params: input });

/** Regions run in the order in which they stand. */
function orderInside(before: ChartModel, after: ChartModel, { id }: ChartState): readonly string[] {
  const inside = ({ states }: ChartModel) => states.flatMap((state) => (state.parent === id ? [state.key] : []));
  const [old, now] = [inside(before), inside(after)];
  const inBoth = (keys: readonly string[], others: readonly string[]) => keys.filter((key) => others.includes(key)).join(', ');
  return difference('order of the states inside', inBoth(old, now), inBoth(now, old));
}

/** Of the same actions in the same order, each that is given other static parameters; otherwise both lists. */
function actionsDifference(what: string, old: readonly ChartAction[], now: readonly ChartAction[]): readonly string[] {
  if (old.map(({ name }) => name).join() !== now.map(({ name }) => name).join()) {
    return difference(what, old.map((one) => actionText(one)).join(', '), now.map((one) => actionText(one)).join(', '));
  }
  return now.flatMap(({ name, params }, index) => paramsDifference(`“${name}”`, old[index]?.params ?? null, params));
}

function paramsDifference(who: string, old: Json, now: Json): readonly string[] {
  const [before, after] = [paramsText(old), paramsText(now)];
  if (before === after) return [];
  if (after === '') return [`${who} is no longer given ${before}`];
  return [`${who} is now given ${after}${before === '' ? '' : ` instead of ${before}`}`];
}

/** Early revisions do not say what their actions do beside changing the context. */
function effectChanges({ effects: old }: ChartModel, { id, effects: now }: ChartModel): readonly ChartChange[] {
  if (!old || !now) return [];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].toSorted().flatMap((name): readonly ChartChange[] => {
    const [before, after] = [effectsText(old[name] ?? []), effectsText(now[name] ?? [])];
    if (before === after) return [];
    const detail = after === '' ? `no longer ${before}` : `now ${after}${before === '' ? '' : `, instead of: ${before}`}`;
    return [{ kind: 'changed', of: 'action', id: `${id} ${name}`, text: `Action “${name}”`, details: [detail] }];
  });
}

function transitionChange({ old, now, order }: Pair): readonly ChartChange[] {
  const one = now ?? old;
  if (!one) return [];
  if (!old || !now) return [{ kind: old ? 'removed' : 'added', of: 'transition', id: one.id, text: transitionText(one), details: order }];
  const details = [
    ...order,
    ...difference('goes to', targetsText(old), targetsText(now)),
    ...guardDifference(old, now),
    ...difference('delay', delayText(old), delayText(now)),
    ...actionsDifference('does', old.actions, now.actions),
    ...difference('enters again', String(old.reenter), String(now.reenter)),
    ...difference('description', old.description, now.description),
    ...difference('requirements', old.requirements.join(', '), now.requirements.join(', ')),
    ...difference('internal', old.internal, now.internal),
  ];
  return details.length === 0 ? [] : [{ kind: 'changed', of: 'transition', id: now.id, text: transitionText(now), details }];
}

function guardDifference({ guard: old }: ChartTransition, { guard: now }: ChartTransition): readonly string[] {
  if (old && now && old.name === now.name) return paramsDifference(`the guard “${now.name}”`, old.params, now.params);
  return difference('condition', old?.text ?? '', now?.text ?? '');
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
    effects: { ...before.effects, ...after.effects },
    transitions: pairs.flatMap((pair) => {
      const kind = transitionChange(pair)[0]?.kind;
      const one = pair.now ?? pair.old;
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
