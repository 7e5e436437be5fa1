import { setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { machines } from '../export/machines.ts';
import { notProvided } from '../placeholder.ts';
import { pathPlan } from './path-plan.ts';
import { walks } from './random-walk.ts';

describe('10,000 random events, answers, faults and delays break no machine', () => {
  it.each(machines)('$id', async ({ loadPlan }) => {
    await walks(await loadPlan(), { steps: 10_000, seed: 1 });
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
    await expect(walks(planOf(fault), { steps: 200, seed: 1 })).rejects.toThrow(message);
  });
});
