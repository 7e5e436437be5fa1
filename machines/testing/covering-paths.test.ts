import { createMachine } from 'xstate';
import { expect, it } from 'vitest';
import { transitionIdsOf } from '../export/transitions.ts';
import { coveringPaths } from './covering-paths.ts';
import { generatePaths } from './paths.ts';
import { pathPlan } from './path-plan.ts';
import { runPath } from './run-path.ts';

/** A ring of four states, which can be left from each of them. */
const machine = createMachine({
  id: 'ring',
  initial: 'a',
  states: {
    a: { on: { next: 'b', leave: 'gone' } },
    b: { on: { next: 'c', leave: 'gone' } },
    c: { on: { next: 'd', leave: 'gone' } },
    d: { on: { next: 'a', leave: 'gone' } },
    gone: { always: 'away' },
    away: {},
  },
});
const plan = pathPlan({ machine, inputs: [undefined], events: [{ type: 'next' }, { type: 'leave' }, { type: 'noted' }] });

it('chooses the fewest paths that take every transition that all of them take, eventless ones too', async () => {
  const all = generatePaths(plan);
  const chosen = await coveringPaths(machine, [...all, ...all]);
  expect(all).toHaveLength(5);
  expect(chosen.map((path) => path.name)).toEqual([
    'next > next > next > leave',
    'leave',
    'next > leave',
    'next > next > leave',
    'next > next > next > next',
  ]);
  const driven = new Set<string>();
  for (const path of chosen) for (const id of (await runPath(machine, path)).driven) driven.add(id);
  expect([...driven].sort()).toEqual([...transitionIdsOf(machine)].sort());
});

it('leaves out paths whose transitions others take', async () => {
  const [short, long] = [generatePaths(plan, { isPossible: (now) => !now.matches('b') }), generatePaths(plan)];
  expect(short.map((path) => path.name)).toEqual(['next', 'leave']);
  const chosen = await coveringPaths(machine, [...short, ...long]);
  expect(chosen.map((path) => path.name)).not.toContain('next');
});
