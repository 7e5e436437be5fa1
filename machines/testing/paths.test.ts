import { assign, createMachine, setup } from 'xstate';
import { fromPromise } from '../actor-logic.ts';
import { describe, expect, it } from 'vitest';
import { generatePaths, type PathRules } from './paths.ts';
import { pathTreeText } from './path-tree.ts';
import { pathPlan } from './path-plan.ts';
import { runPath } from './run-path.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { transitionIdsOf } from '../export/transitions.ts';

const machine = setup({
  types: { events: {} as { type: 'go' } | { type: 'back' } },
  actors: { work: fromPromise<string>(() => Promise.reject(new Error('not provided'))) },
  delays: { pause: 100 },
}).createMachine({
  id: 'small',
  initial: 'idle',
  states: {
    idle: { on: { go: 'working' } },
    working: { invoke: { id: 'work', src: 'work', systemId: 'worker', onDone: 'resting', onError: 'idle' } },
    resting: { after: { pause: 'idle' }, on: { back: 'idle' } },
  },
});

const plan = pathPlan({
  machine,
  inputs: [undefined],
  events: [
    { type: 'go' },
    { type: 'back' },
    { type: 'xstate.done.actor.work', output: 'x' },
    { type: 'xstate.error.actor.work', error: new Error('broken') },
    { type: 'xstate.after.pause.small.resting' },
  ],
});

describe('generated paths', () => {
  it('take every edge, back edges too, by shortest paths without their beginnings', () => {
    expect(
      generatePaths(plan)
        .map((path) => path.name)
        .sort(),
    ).toEqual(['go > done work > after pause', 'go > done work > back', 'go > error work']);
  });

  it('are a tree for a reviewer: each step once, with where it leads and what it starts', () => {
    expect(pathTreeText(plan).split('\n')).toEqual([
      '→ idle',
      '  go → working; starts work',
      '    done work → resting',
      '      after pause → idle',
      '      back → idle',
      '    error work → idle',
    ]);
  });

  it('take an edge a second time where only then the context changes, and no answer of an actor that has given one', () => {
    const watching = setup({
      types: { context: {} as { held: boolean }, events: {} as { type: 'hold' } | { type: 'release' } },
      actors: { watch: fromPromise<string>(() => Promise.reject(new Error('not provided'))) },
      actions: { hold: assign({ held: true }), release: assign({ held: false }) },
    }).createMachine({
      id: 'watching',
      context: { held: false },
      initial: 'on',
      invoke: { id: 'watch', src: 'watch', onError: '.on' },
      states: { on: { on: { hold: { actions: 'hold' }, release: { actions: 'release' } } } },
    });
    const events = [{ type: 'hold' }, { type: 'release' }, { type: 'xstate.error.actor.watch', error: new Error('broken') }] as const;
    const tree = pathTreeText(pathPlan({ machine: watching, inputs: [undefined], events, distinguish: ({ held }) => held }));
    expect(tree.split('\n')).toEqual([
      '→ on; starts watch',
      '  error watch',
      '  hold sets held true',
      '    hold',
      '    release sets held false',
      '  release',
    ]);
  });

  it('are taken round by round, where a plan has rounds, and none twice', () => {
    const [go, ...others] = plan.events;
    if (!go) throw new Error('no events');
    expect(generatePaths({ ...plan, rounds: [[go], plan.events] }).map((path) => path.name)).toEqual(
      generatePaths(plan).map((path) => path.name),
    );
    expect(generatePaths({ ...plan, rounds: [[go], others] }).map((path) => path.name)).toEqual(['go']);
  });

  it('keep to what a page allows, and end where it is left', () => {
    const names = (rules: PathRules<typeof machine>) => generatePaths(plan, rules).map((path) => path.name);
    expect(names({ isPossible: (now, event) => !(now.matches('resting') && event.type === 'back') })).toEqual([
      'go > error work',
      'go > done work > after pause',
    ]);
    expect(names({ isLast: (_, event) => event.type === 'xstate.done.actor.work' })).toEqual(['go > done work', 'go > error work']);
  });

  it('follow what the page sends by itself, which the actor gets too', async () => {
    const path = generatePaths(plan, {
      alsoSent: (_, event, after) => (event.type.startsWith('xstate.done') && after.matches('resting') ? [{ type: 'back' }] : []),
    }).find(({ name }) => name === 'go > done work');
    if (!path) throw new Error('no such path');
    expect(path.steps.at(-1)).toMatchObject({ also: [{ type: 'back' }], expected: { value: 'idle' } });
    expect((await runPath(machine, path)).snapshot.value).toBe('idle');
  });

  it('drive a real actor over every transition', async () => {
    const driven = new Set<string>();
    for (const path of generatePaths(plan)) for (const id of (await runPath(machine, path)).driven) driven.add(id);
    expect([...driven].sort()).toEqual([...transitionIdsOf(machine)].sort());
  });

  it('fail where the actor is not where the chart said', async () => {
    const [path] = generatePaths(plan);
    if (!path) throw new Error('no path');
    const other = createMachine({ id: 'small', initial: 'idle', states: { idle: {} } });
    await expect(runPath(other, path)).rejects.toThrow('the chart says');
  });
});

describe('the simulated clock', () => {
  it('fires in order of time, timers set on the way included', () => {
    const clock = new SimulatedClock();
    const seen: string[] = [];
    clock.setTimeout(() => seen.push(`b at ${clock.now()}`), 20);
    clock.setTimeout(() => {
      seen.push(`a at ${clock.now()}`);
      clock.setTimeout(() => seen.push(`c at ${clock.now()}`), 5);
    }, 10);
    const cancelled = clock.setTimeout(() => seen.push('never'), 12);
    clock.clearTimeout(cancelled);
    clock.increment(20);
    expect(seen).toEqual(['a at 10', 'c at 15', 'b at 20']);
  });
});
