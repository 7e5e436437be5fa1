import { assign, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { notProvided } from '../placeholder.ts';
import { coverageOf } from './coverage.ts';
import { coverageHtml, coverageText } from './coverage-report.ts';
import { pathPlan } from './path-plan.ts';

const machine = setup({
  types: { context: {} as { coins: number }, events: {} as { type: 'coin' } | { type: 'push'; by: string } | { type: 'kick' } },
  actors: { turn: notProvided<string, void>('turn') },
  actions: { take: assign({ coins: ({ context }) => context.coins + 1 }) },
  guards: {
    isPaid: ({ context }) => context.coins > 0,
    isGuest: (_, params: { by: string }) => params.by === 'guest',
    isNight: () => false,
  },
}).createMachine({
  id: 'gate',
  context: () => ({ coins: 0 }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isNight', target: 'broken' }, { target: 'shut' }] },
    shut: {
      on: {
        coin: { actions: 'take' },
        push: [
          { guard: { type: 'isGuest', params: ({ event }) => ({ by: event.by }) }, target: 'turning' },
          { guard: 'isPaid', target: 'turning' },
        ],
        kick: { target: 'broken' },
      },
    },
    turning: { invoke: { id: 'turn', src: 'turn', onDone: 'shut', onError: 'broken' } },
    broken: {},
  },
});

const plan = pathPlan({
  machine,
  inputs: [undefined],
  events: [
    { type: 'push', by: 'guest' },
    { type: 'push', by: 'me' },
    { type: 'xstate.done.actor.turn', output: '' },
  ],
  unreachable: { 'gate.shut --kick[0]': 'Nobody kicks.', 'gate.deciding --always[0]': 'It is day.' },
});

describe('the coverage of a machine by its paths', () => {
  it('counts states, transitions, and both outcomes of each guard where it stands', async () => {
    const { paths, steps, states, transitions, guards } = await coverageOf(plan);
    expect([paths, steps]).toEqual([1, 2]);
    expect(states.filter(({ isCovered }) => !isCovered).map(({ id }) => id)).toEqual(['gate.broken']);
    expect(transitions.filter(({ isCovered }) => isCovered).map(({ id }) => id)).toEqual([
      'gate.deciding --always[1]',
      'gate.shut --push[0]',
      'gate.turning --xstate.done.actor.turn[0]',
    ]);
    expect(guards).toEqual([
      { transition: 'gate.deciding --always[0]', guard: 'isNight', held: false, refused: true },
      { transition: 'gate.shut --push[0]', guard: 'isGuest', held: true, refused: true },
      { transition: 'gate.shut --push[1]', guard: 'isPaid', held: false, refused: true },
    ]);
  });

  it('is reported as text and as a page, each gap by name', async () => {
    const coverage = await coverageOf(plan);
    const text = coverageText([coverage]);
    expect(text).toContain('gate     1      2      4 of 5 (80.0 %)  3 of 6 (50.0 %)    4 of 6 (66.7 %)');
    expect(text).toContain('transition gate.shut --coin[0]: never taken');
    expect(text).toContain('transition gate.shut --kick[0]: excused, Nobody kicks.');
    expect(text).toContain('guard isPaid of gate.shut --push[1]: never held');
    expect(coverageHtml([coverage])).toContain('<summary>gate: 8 to look at</summary>');
  });
});
