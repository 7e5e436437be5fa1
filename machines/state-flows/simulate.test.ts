import { assign, createActor, createMachine, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { fromPromise } from '../actor-logic.ts';
import { chartModel } from '../export/chart-model.ts';
import { machines } from '../export/machines.ts';
import type { EventJson } from '../export/fixture-schema.ts';
import { knownEvents, pathOfFixture } from '../testing/path-fixture.ts';
import { type GeneratedPath, generatePaths } from '../testing/paths.ts';
import { runPath } from '../testing/run-path.ts';
import { type PathPlan, pathPlan } from '../testing/path-plan.ts';
import { activeStates } from './active-states.ts';
import { simulate } from './simulate.ts';
import { type NextTransition, whatNext, whatNextByChart } from './what-next.ts';

const door = setup({
  types: {
    context: {} as { readonly isLocked: boolean; readonly runs: number },
    events: {} as { readonly type: 'opened' } | { readonly type: 'kicked'; readonly strength: number },
  },
  guards: {
    isLocked: ({ context }) => context.isLocked,
    isStrong: (_, params: { readonly strength: number }) => params.strength > 5,
  },
  actions: { count: assign({ runs: ({ context }) => context.runs + 1 }) },
}).createMachine({
  id: 'door',
  context: { isLocked: true, runs: 0 },
  initial: 'shut',
  states: {
    shut: {
      on: {
        opened: [{ guard: 'isLocked' }, { target: 'open' }],
        kicked: [{ guard: { type: 'isStrong', params: ({ event }) => ({ strength: event.strength }) }, target: 'open', actions: 'count' }],
      },
    },
    open: { always: { target: 'broken' } },
    broken: {},
  },
});

/** A generated path, by the names of its events. */
const simulated = (plan: PathPlan, { inputAt, steps }: GeneratedPath) => {
  const known = knownEvents(plan);
  return simulate(
    plan,
    inputAt,
    steps.map(({ event }) => known.get(event) ?? event.type),
  );
};
const stepsOf = (plan: PathPlan, path: GeneratedPath) => simulated(plan, path).steps;

describe('what may happen next', () => {
  it('names what is open, what refuses, what depends on the event, and what comes too late', () => {
    const snapshot = createActor(door).getSnapshot();
    expect(whatNext(snapshot)).toEqual([
      { id: 'door.shut --opened[0]', availability: 'open', guard: 'is locked' },
      { id: 'door.shut --opened[1]', availability: 'behind', guard: null },
      { id: 'door.shut --kicked[0]', availability: 'depends', guard: 'is strong' },
    ]);
    const unlocked = door.resolveState({ value: 'shut', context: { isLocked: false, runs: 0 } });
    expect(whatNext(unlocked).slice(0, 2)).toEqual([
      { id: 'door.shut --opened[0]', availability: 'refused', guard: 'is locked' },
      { id: 'door.shut --opened[1]', availability: 'open', guard: null },
    ]);
  });
});

describe('what the states around do with the same event', () => {
  const house = createMachine({
    id: 'house',
    type: 'parallel',
    on: { knocked: {}, left: {} },
    states: {
      door: { initial: 'shut', on: { knocked: '.open' }, states: { shut: {}, open: { on: { knocked: {} } } } },
      lamp: { on: { left: {} } },
    },
  });
  const availabilities = (next: readonly NextTransition[]) => Object.fromEntries(next.map(({ id, availability }) => [id, availability]));
  const shut = {
    'house.lamp --left[0]': 'open',
    'house.door --knocked[0]': 'open',
    'house --knocked[0]': 'behind',
    'house --left[0]': 'behind',
  };
  const open = { ...shut, 'house.door.open --knocked[0]': 'open', 'house.door --knocked[0]': 'behind' };

  it.each([
    ['shut', shut],
    ['open', open],
  ])('comes behind what the inner ones do: %s', (door, expected) => {
    const value = { door, lamp: {} };
    const chart = chartModel(house);
    expect(availabilities(whatNext(house.resolveState({ value, context: {} })))).toEqual(expected);
    expect(availabilities(whatNextByChart(chart, activeStates(chart, value)))).toEqual(expected);
  });
});

describe('what may happen next in a recording, which holds no values', () => {
  it('names what is open whatever the values are, and what a guard decides', () => {
    const chart = chartModel(door);
    expect(whatNextByChart(chart, ['door', 'door.shut'])).toEqual([
      { id: 'door.shut --opened[0]', availability: 'unknown', guard: 'is locked' },
      { id: 'door.shut --opened[1]', availability: 'unknown', guard: 'not is locked' },
      { id: 'door.shut --kicked[0]', availability: 'unknown', guard: 'is strong' },
    ]);
    expect(whatNextByChart(chart, ['door', 'door.open'])).toEqual([{ id: 'door.open --always[0]', availability: 'open', guard: null }]);
    expect(whatNextByChart(chart, ['door', 'door.broken'])).toEqual([]);
  });

  it.each(machines)('of $id is never less than what its values leave open', async ({ loadPlan }) => {
    const plan = await loadPlan();
    const chart = chartModel(plan.machine);
    for (const path of generatePaths(plan).slice(0, 25)) {
      for (const { value, status, next } of stepsOf(plan, path)) {
        if (status !== 'active') continue;
        const possible = new Map(whatNextByChart(chart, activeStates(chart, value)).map(({ id, availability }) => [id, availability]));
        const wrong = (next ?? []).filter(({ id, availability }) => {
          const byChart = possible.get(id);
          return (
            byChart === undefined || (byChart === 'open' && availability !== 'open') || (byChart === 'behind' && availability === 'open')
          );
        });
        expect(wrong).toEqual([]);
      }
    }
  });
});

describe('a path that is replayed', () => {
  it('says which transitions each event has taken, those without an event too', () => {
    const plan = pathPlan({ machine: door, inputs: [undefined], events: [{ type: 'kicked', strength: 9 }] });
    const [path] = generatePaths(plan);
    if (!path) throw new Error('there is no path');
    expect(stepsOf(plan, path)).toMatchObject([
      { event: { type: 'xstate.init' }, took: [], value: 'shut' },
      {
        event: { type: 'kicked', strength: 9 },
        took: ['door.shut --kicked[0]', 'door.open --always[0]'],
        value: 'broken',
        next: [],
      },
    ]);
  });

  it.each(machines)('of $id goes where the chart says', async ({ load, loadPlan }) => {
    const plan = await loadPlan();
    const chart = chartModel(await load());
    const transitions = new Set(chart.transitions.map(({ id }) => id));
    // Some of each machine: the paths' own tests drive all.
    for (const path of generatePaths(plan).slice(0, 25)) {
      const steps = stepsOf(plan, path);
      expect(steps.map(({ value }) => value).slice(1)).toEqual(path.steps.map(({ expected }) => expected.value));
      for (const { took, value, next } of steps) {
        expect([...took, ...(next ?? []).map(({ id }) => id)].filter((id) => !transitions.has(id))).toEqual([]);
        expect(activeStates(chart, value).length).toBeGreaterThan(1);
      }
    }
  });
});

describe('a path that is made step by step', () => {
  const locked = pathPlan({
    machine: setup({
      types: {
        context: {} as { readonly tries: readonly string[] },
        events: {} as { readonly type: 'tried'; readonly code: string } | { readonly type: 'taken'; readonly file: () => void },
      },
      actors: { ask: fromPromise<string>(() => Promise.reject(new Error('not provided'))) },
      actions: { keep: assign({ tries: ({ context }, { code }: { readonly code: string }) => [...context.tries, code.toUpperCase()] }) },
      delays: { patience: 500 },
    }).createMachine({
      id: 'safe',
      context: { tries: [] },
      initial: 'shut',
      states: {
        shut: {
          on: {
            tried: { target: 'asking', actions: { type: 'keep', params: ({ event }) => ({ code: event.code }) } },
            taken: {},
          },
        },
        asking: {
          invoke: { id: 'ask', src: 'ask', onDone: { target: 'open' }, onError: { target: 'shut' } },
          after: { patience: { target: 'shut' } },
        },
        open: { type: 'final' },
      },
    }),
    inputs: [undefined],
    events: [
      { type: 'tried', code: 'a' },
      { type: 'tried', code: 'b' },
      { type: 'taken', file: () => undefined },
      { type: 'xstate.done.actor.ask', output: 'yes' },
      { type: 'xstate.error.actor.ask', error: new Error('no') },
      { type: 'xstate.after.patience.safe.asking' },
    ],
  });
  const offersAfter = (...events: readonly (string | EventJson)[]) =>
    simulate(locked, 0, events)
      .offers.at(-1)
      ?.map(({ name, kind }) => [name, kind]);

  it('is offered what the paths have, what actors answer, and that time passes', () => {
    expect(offersAfter()).toEqual([
      ['tried(a)', 'event'],
      ['tried(b)', 'event'],
      ['taken', 'event'],
    ]);
    expect(offersAfter('tried(a)')).toEqual([
      ['done ask', 'answer'],
      ['error ask', 'answer'],
      ['after patience', 'time'],
    ]);
    expect(offersAfter('tried(a)', 'done ask')).toEqual([]);
    const [offers] = simulate(locked, 0, []).offers;
    expect(offers?.map(({ json }) => json)).toEqual([{ type: 'tried', code: 'a' }, { type: 'tried', code: 'b' }, null]);
    expect(offers?.map(({ transition }) => transition).slice(0, 2)).toEqual(['safe.shut --tried[0]', 'safe.shut --tried[0]']);
  });

  it('takes an event that is typed, with errors in it', () => {
    const typed = { type: 'tried', code: 'own' };
    const refused = { type: 'xstate.error.actor.ask', error: { $error: 'no' } };
    const { steps, events, refusal } = simulate(locked, 0, [typed, refused, { type: 'tried', code: 'b' }]);
    expect(refusal).toBeNull();
    expect(steps.map(({ value }) => value)).toEqual(['shut', 'asking', 'shut', 'asking']);
    expect(steps.map(({ set }) => set)).toEqual([{ tries: [] }, { tries: ['OWN'] }, {}, { tries: ['OWN', 'B'] }]);
    // What is one of the plan's is known by its name.
    expect(events).toEqual([typed, 'error ask', 'tried(b)']);
  });

  it('ends before what it can not take, and says why', () => {
    const gone = simulate(locked, 0, ['tried(a)', 'tried(z)', 'done ask']);
    expect(gone.refusal).toBe("Step 3, “tried(z)”, can't be taken: this machine has no such event. The path ends before it.");
    expect(gone.events).toEqual(['tried(a)']);
    expect(simulate(locked, 0, [{ type: 'tried' }]).refusal).toMatch(/^Step 2, “tried”, can't be taken: .*toUpperCase/u);
    expect(() => simulate(locked, 1, [])).toThrow('the plan of safe has no input 1');
  });

  it('goes on where a guard fails by a value that was typed', () => {
    const scale = pathPlan({
      machine: setup({
        types: {
          context: {} as { readonly text: string },
          events: {} as { readonly type: 'typed'; readonly text: string } | { readonly type: 'weighed' },
        },
        guards: { isLong: ({ context }) => context.text.length > 3 },
        actions: { keep: assign({ text: (_, { text }: { readonly text: string }) => text }) },
      }).createMachine({
        id: 'scale',
        context: { text: 'heavy' },
        on: {
          typed: { actions: { type: 'keep', params: ({ event }) => ({ text: event.text }) } },
          weighed: { guard: 'isLong', actions: [] },
        },
      }),
      inputs: [undefined],
      events: [{ type: 'typed', text: 'a' }, { type: 'weighed' }],
    });
    const { offers, refusal } = simulate(scale, 0, [{ type: 'typed', text: null }]);
    expect(refusal).toBeNull();
    expect(offers.map((each) => each.map(({ name }) => name))).toEqual([['typed', 'weighed'], ['typed']]);
  });

  it('has no more steps than its file may have', () => {
    const tries = Array.from({ length: 101 }, () => ['tried(a)', 'error ask']).flat();
    const { steps, fixture, refusal } = simulate(locked, 0, tries);
    expect([steps.length, refusal]).toEqual([
      201,
      "Step 202, “tried(a)”, can't be taken: a path has at most 200 steps. The path ends before it.",
    ]);
    expect(pathOfFixture(locked, JSON.parse(JSON.stringify(fixture))).steps).toHaveLength(200);
  });

  it('is replayed by a test from its file, on the machine as it runs', async () => {
    const { fixture } = simulate(locked, 0, [{ type: 'tried', code: 'own' }, 'error ask', 'tried(a)', 'after patience']);
    const file: unknown = JSON.parse(JSON.stringify(fixture));
    const run = await runPath(locked.machine, pathOfFixture(locked, file));
    expect(run.snapshot.value).toBe('shut');
    expect(run.snapshot.context.tries).toEqual(['OWN', 'A']);
    const wrong = { ...fixture, steps: fixture.steps.map((step) => ({ ...step, expected: { ...step.expected, value: 'open' } })) };
    await expect(runPath(locked.machine, pathOfFixture(locked, wrong))).rejects.toThrow('the chart says');
    expect(() => pathOfFixture(locked, { ...fixture, machine: 'door' })).toThrow('this is a path of door, not of safe');
    expect(() => pathOfFixture(locked, { ...fixture, input: 3 })).toThrow('has no input 3');
    expect(() => pathOfFixture(locked, { ...fixture, version: 2 })).toThrow('this is not a path');
    const [first] = fixture.steps;
    expect(() => pathOfFixture(locked, { ...fixture, steps: [{ ...first, event: 'gone' }] })).toThrow('has no event “gone”');
  });

  it.each(machines)('of $id is the same as a generated path, in its file too', async ({ loadPlan }) => {
    const plan = await loadPlan();
    for (const path of generatePaths(plan).slice(0, 25)) {
      const { fixture, refusal } = simulated(plan, path);
      expect(refusal).toBeNull();
      expect(pathOfFixture(plan, JSON.parse(JSON.stringify(fixture))).steps.map(({ expected }) => expected)).toEqual(
        path.steps.map(({ expected }) => expected),
      );
    }
  });
});

describe('the active states of a value', () => {
  const chart = chartModel(
    createMachine({
      id: 'm',
      type: 'parallel',
      states: { a: { initial: 'x', states: { x: {}, y: {} } }, b: { initial: 'z', states: { z: {} } } },
    }),
  );
  it('are those of every region, and of the regions themselves', () => {
    expect(activeStates(chart, { a: 'y', b: 'z' })).toEqual(['m', 'm.a', 'm.a.y', 'm.b', 'm.b.z']);
  });
  it('leave out what the chart does not have, as in a recording of another version', () => {
    expect(activeStates(chart, { a: 'gone', c: 'z' })).toEqual(['m', 'm.a']);
    expect(activeStates(chart, 12)).toEqual(['m']);
  });
});
