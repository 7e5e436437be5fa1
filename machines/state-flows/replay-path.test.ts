import { assign, createMachine, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { chartModel } from '../export/chart-model.ts';
import { machines } from '../export/machines.ts';
import { generatePaths } from '../testing/paths.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { activeStates } from './active-states.ts';
import { replayPath } from './replay-path.ts';
import { type NextTransition, whatNext, whatNextByChart } from './what-next.ts';
import { createActor } from 'xstate';

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
      for (const { value, status, next } of replayPath(plan.machine, path)) {
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
    expect(replayPath(door, path)).toMatchObject([
      { event: { type: 'xstate.init' }, took: [], value: 'shut' },
      {
        event: { type: 'kicked', strength: 'number' },
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
      const steps = replayPath(plan.machine, path);
      expect(steps.map(({ value }) => value).slice(1)).toEqual(path.steps.map(({ expected }) => expected.value));
      for (const { took, value, next } of steps) {
        expect([...took, ...(next ?? []).map(({ id }) => id)].filter((id) => !transitions.has(id))).toEqual([]);
        expect(activeStates(chart, value).length).toBeGreaterThan(1);
      }
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
