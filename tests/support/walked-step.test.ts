import { describe, expect, it } from 'vitest';
import { forgotPasswordMachine } from '#machines/password-reset/forgot-password.machine.ts';
import { inTime, leavesOf, stepMessage } from './walked-step.ts';

describe('a walk that fails', () => {
  it('says where the chart is to be, what is seen, and where that chart is drawn', () => {
    const message = stepMessage(
      forgotPasswordMachine,
      { name: 'submit.requested' },
      { index: 0, type: 'submit.requested', expected: 'error', seen: ['sent'] },
    );
    expect(message.split('\n').map((line) => line.trim())).toEqual([
      'step 1, submit.requested, of "submit.requested"',
      'expected: error',
      'seen:     sent',
      'chart:    /state-flows/forgot-password?state=error, where that path can be played',
    ]);
    expect(leavesOf(forgotPasswordMachine, 'editing')).toEqual(['editing']);
  });

  it('does not wait for what never comes', async () => {
    await expect(inTime(new Promise(() => undefined), 5, 'it comes')).rejects.toThrow('not within 5 ms: it comes');
    await expect(inTime(Promise.reject(new Error('gone')), 1000, 'it comes')).rejects.toThrow('gone');
    await expect(inTime(Promise.resolve(), 1000, 'it comes')).resolves.toBeUndefined();
  });
});
