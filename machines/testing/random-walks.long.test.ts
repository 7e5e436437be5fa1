import * as fc from 'fast-check';
import { setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { machines } from '../export/machines.ts';
import { notProvided } from '../placeholder.ts';
import { pathPlan } from './path-plan.ts';
import { walk } from './random-walk.ts';

/** Together 10,000 steps for each machine. */
const walks = 50;
const stepsOfWalk = 200;

const choicesOf = (seed: number): readonly (readonly number[])[] =>
  fc.sample(fc.array(fc.nat(), { minLength: stepsOfWalk, maxLength: stepsOfWalk }), { numRuns: walks, seed });

describe('10,000 random events, answers, faults and delays break no machine', () => {
  it.each(machines)('$id', async ({ loadPlan }) => {
    const plan = await loadPlan();
    for (const choices of choicesOf(1)) await walk(plan, choices);
  });
});

describe('the walk itself', () => {
  const machineWith = (fault: 'throws' | 'staysBusy' | 'isStuck') =>
    setup({
      types: { events: {} as { type: 'go' } },
      actors: { work: notProvided<string, void>('work') },
      actions: {
        maybeThrow: () => {
          if (fault === 'throws') throw new Error('a fault in an action');
        },
      },
    }).createMachine({
      id: fault,
      initial: 'idle',
      states: {
        idle: { on: { go: 'working' } },
        working: {
          tags: ['busy'],
          exit: 'maybeThrow',
          invoke: { id: 'work', src: 'work', onDone: fault === 'staysBusy' ? {} : 'idle', onError: 'idle' },
        },
      },
    });
  const planOf = (fault: 'throws' | 'staysBusy' | 'isStuck') =>
    pathPlan({
      machine: machineWith(fault),
      inputs: [undefined],
      events: [
        ...(fault === 'isStuck' ? [] : [{ type: 'go' } as const]),
        { type: 'xstate.done.actor.work', output: '' },
        { type: 'xstate.error.actor.work', error: new Error('broken') },
      ],
    });

  it.each([
    ['throws', 'broke the machine: Error: a fault in an action'],
    ['staysBusy', '"staysBusy.working" stays busy although done work has come'],
    ['isStuck', 'stuck in "idle"'],
  ] as const)('finds a machine that %s', async (fault, message) => {
    await expect(walk(planOf(fault), choicesOf(1)[0] ?? [])).rejects.toThrow(message);
  });
});
