import { afterEach, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { forgotPasswordMachine } from '../../../machines/password-reset/forgot-password.machine.ts';
import { mutantsOf } from '../../../machines/testing/mutants.ts';
import { plant, switched } from './switch-machine.ts';

afterEach(() => plant(null));

it('a machine in the tests by hand is the mutant that is planted, and sound without one', () => {
  const machine = switched(forgotPasswordMachine);
  const problem = () => {
    const actor = createActor(machine, { input: { email: '' } }).start();
    actor.send({ type: 'submit.requested' });
    return actor.getSnapshot().context.problem;
  };
  expect(problem()).toBe('Email is required.');
  const index = mutantsOf(forgotPasswordMachine).findIndex(({ what }) => what === 'does not do showProblem');
  plant({ machineId: 'forgot-password', index });
  expect(problem()).toBeNull();
  plant({ machineId: 'toasts', index });
  expect(problem()).toBe('Email is required.');
});
