import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import { stateNodesOf } from '../export/transitions.ts';

export type MutantKind = 'target' | 'action' | 'guards' | 'transition';

/** A machine with one mistake in it. */
export interface Mutant {
  readonly kind: MutantKind;
  /** The transition, by id as `transitionId` has it, or the state with its entry or exit actions: `state id --entry`. */
  readonly where: string;
  readonly what: string;
  readonly make: () => AnyStateMachine;
}

/** A part of a chart's configuration, as XState reads it. */
type Config = Record<string, unknown>;

/** The transitions of one event in a state: where its configuration has them. */
interface Slot {
  readonly eventType: string;
  /** Keys from the state's configuration on. */
  readonly path: readonly (string | number)[];
}

/** More microsteps than this are a circle that a mutant has made. */
const mostMicrosteps = 1000;

/**
 * Every mutant of a machine: each target replaced by each of its siblings, each named action left out, neighbouring guards of one event
 * swapped, each transition left out.
 */
export function mutantsOf(machine: AnyStateMachine): readonly Mutant[] {
  return stateNodesOf(machine).flatMap((node) => [
    ...slotsOf(node).flatMap((slot) => transitionMutants(machine, node, slot)),
    ...['entry', 'exit'].flatMap((key) => actionMutants(machine, node, [key], `${node.id} --${key}`)),
  ]);
}

function slotsOf(node: AnyStateNode): readonly Slot[] {
  const { on = {}, after = {}, invoke, always, onDone } = node.config as unknown as Config;
  const invokes = listOf(invoke);
  return [
    ...Object.keys(on as object).map((eventType) => ({ eventType, path: ['on', eventType] })),
    ...(always === undefined ? [] : [{ eventType: 'always', path: ['always'] }]),
    ...Object.keys(after as object).map((delay) => ({ eventType: `xstate.after.${delay}.${node.id}`, path: ['after', delay] })),
    ...(onDone === undefined ? [] : [{ eventType: `xstate.done.state.${node.id}`, path: ['onDone'] }]),
    ...invokes.flatMap((one, index) =>
      Object.entries({ onDone: 'done.actor', onError: 'error.actor', onSnapshot: 'snapshot' }).flatMap(([key, kind]) =>
        key in (one as object)
          ? [
              {
                eventType: `xstate.${kind}.${(one as { id?: string }).id ?? ''}`,
                path: ['invoke', ...(Array.isArray(invoke) ? [index] : []), key],
              },
            ]
          : [],
      ),
    ),
  ];
}

function transitionMutants(machine: AnyStateMachine, node: AnyStateNode, { eventType, path }: Slot): readonly Mutant[] {
  const candidates = listOf(path.reduce<unknown>((inner, key) => (inner as Config)[key], node.config)).map(asTransition);
  const definitions = [...(node.transitions.get(eventType) ?? (eventType === 'always' ? node.always : []) ?? [])];
  const changed = (change: (list: Config[]) => Config[]) => () =>
    mutated(machine, node, path, (value) => change(listOf(value).map(asTransition)));
  return candidates.flatMap((candidate, at): readonly Mutant[] => {
    const where = `${node.id} --${eventType}[${at}]`;
    const next = candidates[at + 1];
    return [
      ...siblingsOf(definitions[at]?.target?.[0]).map((sibling) => ({
        kind: 'target' as const,
        where,
        what: `leads to ${sibling.id} instead of ${definitions[at]?.target?.[0]?.id}`,
        make: changed((list) => list.map((one, index) => (index === at ? { ...one, target: `#${sibling.id}` } : one))),
      })),
      ...actionMutants(machine, node, path, where, at),
      ...(next && (candidate['guard'] ?? next['guard']) !== undefined && !sameGuard(candidate['guard'], next['guard'])
        ? [
            {
              kind: 'guards' as const,
              where,
              what: `has the guard of the next one, ${guardName(next['guard'])}, which has ${guardName(candidate['guard'])}`,
              make: changed((list) =>
                list.map((one, index) =>
                  index === at ? withGuard(one, next['guard']) : index === at + 1 ? withGuard(one, candidate['guard']) : one,
                ),
              ),
            },
          ]
        : []),
      { kind: 'transition' as const, where, what: 'is not there', make: changed((list) => list.filter((_, index) => index !== at)) },
    ];
  });
}

/** A mutant for each action at a place of a state: of its entry, its exit, or one of its transitions. */
function actionMutants(
  machine: AnyStateMachine,
  node: AnyStateNode,
  path: readonly (string | number)[],
  where: string,
  at: number | null = null,
): readonly Mutant[] {
  const value = path.reduce<unknown>((inner, key) => (inner as Config | undefined)?.[key], node.config);
  const actionsOf = (of: unknown) => listOf(at === null ? of : asTransition(listOf(of)[at])['actions']);
  return actionsOf(value).map((action, index) => ({
    kind: 'action' as const,
    where,
    what: `does not do ${nameOf(action)}`,
    make: () =>
      mutated(machine, node, path, (copy) => {
        const left = actionsOf(copy).filter((_, each) => each !== index);
        return at === null ? left : listOf(copy).map((one, each) => (each === at ? { ...asTransition(one), actions: left } : one));
      }),
  }));
}

/** A target's siblings. What is parallel is entered whole, so that none of its regions stands for another. */
function siblingsOf(target: AnyStateNode | undefined): readonly AnyStateNode[] {
  const parent = target?.parent;
  if (!parent || parent.type === 'parallel') return [];
  return Object.values(parent.states).filter((state) => state !== target);
}

function mutated(
  machine: AnyStateMachine,
  node: AnyStateNode,
  path: readonly (string | number)[],
  change: (value: unknown) => unknown,
): AnyStateMachine {
  const config = copyOf(machine.config) as Config;
  const state = node.path.reduce<Config>((inner, key) => (inner['states'] as Record<string, Config>)[key] ?? {}, config);
  const last = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce<Config>((inner, key) => inner[key] as Config, state);
  holder[last] = change(holder[last]);
  config['options'] = { maxIterations: mostMicrosteps };
  return new StateMachine(config as AnyStateMachine['config'], machine.implementations as AnyStateMachine['implementations']);
}

/** A copy of objects and lists. Functions, errors and the like stay what they are. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]));
}

const listOf = (value: unknown): readonly unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

const asTransition = (value: unknown): Config => (typeof value === 'string' ? { target: value } : ((value ?? {}) as Config));

function withGuard({ guard: _, ...others }: Config, guard: unknown): Config {
  return guard === undefined ? others : { ...others, guard };
}

const nameOf = (named: unknown): string => (typeof named === 'string' ? named : String((named as { type?: unknown } | undefined)?.type));
const guardName = (guard: unknown): string => (guard === undefined ? 'no guard' : nameOf(guard));

/** Parameters are functions of their own in each place, and read alike. */
function sameGuard(a: unknown, b: unknown): boolean {
  const text = (guard: unknown) => JSON.stringify(guard, (_, each) => (typeof each === 'function' ? String(each) : each));
  return text(a) === text(b);
}
