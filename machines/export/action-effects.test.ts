import { type AnyStateMachine, emit, enqueueActions, type EventObject, raise } from 'xstate';
import { expect, test } from 'vitest';
import { generatePaths } from '../testing/paths.ts';
import { walks } from '../testing/random-walk.ts';
import { runPath } from '../testing/run-path.ts';
import { actionEffects, isOpaque } from './action-effects.ts';
import { effectsText } from './action-text.ts';
import type { ChartEffect } from './chart.types.ts';
import { declaredEffects } from './declared-effects.ts';
import { machines } from './machines.ts';

/** Any function of XState's: it is called with what it was written for. */
type Any = (...args: readonly unknown[]) => unknown;

const toldOf = (kind: ChartEffect['kind'], what: unknown, to: string | null, isSure: boolean): string =>
  effectsText([{ kind, what: String(what), to, data: null, isSure }]);

const typeOf = (event: unknown): unknown => (event as { readonly type: unknown }).type;

/** An actor's name, of an id such as `delivery.o1` or `mutation-2`. */
const actorOf = (id: unknown): string => String(id).replace(/[.-].*/u, '');

/** The machine, whose opaque actions note what they do. */
function watched(machine: AnyStateMachine): { readonly machine: AnyStateMachine; readonly seen: ReadonlyMap<string, ReadonlySet<string>> } {
  const seen = new Map<string, Set<string>>();
  const note = (name: string, done: string) => seen.set(name, (seen.get(name) ?? new Set()).add(done));
  const actions = Object.entries(machine.implementations.actions).filter(([, action]) => isOpaque(action));
  const copies = actions.map(([name, action]) => {
    const { type, event, collect } = action as unknown as { readonly type: string; readonly event: Any; readonly collect: Any };
    const workedOut = (kind: 'emit' | 'raise') => (args: unknown, params: unknown) => {
      const made = event(args, params) as EventObject;
      note(name, toldOf(kind, made.type, null, true));
      return made;
    };
    if (type === 'xstate.emit') return [name, emit(workedOut('emit'))];
    if (type === 'xstate.raise') return [name, raise(workedOut('raise'))];
    if (type !== 'xstate.enqueueActions') throw new Error(`${name} works out what it does, and nobody watches ${type}`);
    const enqueued = enqueueActions((args, params) => {
      const real = args.enqueue as unknown as Readonly<Record<string, Any>>;
      const told = (kind: ChartEffect['kind'], method: string, whatOf: (first: unknown) => unknown) => ({
        [method]: (...given: readonly unknown[]) => {
          note(name, toldOf(kind, whatOf(given[0]), null, false));
          real[method]?.(...given);
        },
      });
      const enqueue = {
        assign: real['assign'],
        ...told('emit', 'emit', typeOf),
        ...told('raise', 'raise', typeOf),
        ...told('spawn', 'spawnChild', String),
        ...told('stop', 'stopChild', actorOf),
        // There is no parent here: what is sent to it goes nowhere.
        sendTo: (_to: unknown, sent: unknown) => note(name, toldOf('send', typeOf(sent), 'parent', false)),
      };
      collect({ ...args, self: { ...args.self, _parent: {} }, enqueue }, params);
    });
    return [name, enqueued];
  });
  return { machine: machine.provide({ actions: Object.fromEntries(copies) }), seen };
}

/** For what neither paths nor walks come to, for want of the right data or order: what the action reads of the context, and its parameters. */
const situations: Readonly<Record<string, Readonly<Record<string, { readonly context: object; readonly params?: object }>>>> = {
  sync: {
    emitDrained: { context: { sent: 1, waited: 0 } },
    startDeliveries: { context: { inFlight: [], epoch: 1 }, params: { entries: [{ opId: 'a' }] } },
  },
  toasts: {
    reportAction: { context: { entries: [{ toast: { id: 't', action: { id: 'undo' } } }] }, params: { id: 't', at: 1 } },
  },
};

/** What would need a whole screen to come about. The tests of these machines have it: of a lost draft, of a spent one, of a moved block. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  homepage: ['drop may spawn mutation'],
  'settings-screen': ['merge may raise draft.outdated', 'removeSpentDraft may raise draft.outdated'],
};

test.each(machines)('what actions do beside changing the context is what they do when the machine runs: $id', async ({ id, loadPlan }) => {
  const plan = await loadPlan();
  const opaque = Object.entries(plan.machine.implementations.actions).flatMap(([name, action]) => (isOpaque(action) ? [name] : []));
  expect(Object.keys(declaredEffects[id] ?? {}).toSorted()).toEqual(opaque.toSorted());
  if (opaque.length === 0) return;
  const { machine, seen } = watched(plan.machine);
  const effects = actionEffects(plan.machine);
  for (const path of generatePaths(plan)) await runPath(machine, path);
  for (let seed = 1; seed <= 5; seed += 1) await walks({ ...plan, machine }, { steps: 600, seed });
  for (const [name, { context, params }] of Object.entries(situations[id] ?? {})) {
    const enqueue = Object.fromEntries(['assign', 'emit', 'raise', 'spawnChild', 'stopChild'].map((method) => [method, () => undefined]));
    (machine.implementations.actions[name] as unknown as { readonly collect: Any }).collect({ context, enqueue, self: {} }, params);
  }
  const known = opaque.flatMap((name) => (effects[name] ?? []).map((effect) => `${name} ${effectsText([effect])}`));
  const done = [...seen].flatMap(([name, told]) => [...told].map((effect) => `${name} ${effect}`));
  expect([...done, ...(unseen[id] ?? [])].toSorted()).toEqual(known.toSorted());
});
