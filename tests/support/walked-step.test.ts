import { describe, expect, it } from 'vitest';
import { forgotPasswordMachine } from '#machines/password-reset/forgot-password.machine.ts';
import { forgotPasswordPaths } from '#machines/password-reset/password-reset.paths.ts';
import { readRun } from '#machines/export/fixture-schema.ts';
import { generatePaths } from '#machines/testing/paths.ts';
import { inTime, leavesOf, stepMessage } from './walked-step.ts';

describe('a walk that fails', () => {
  it('says where the chart is to be, what is seen, and an address that opens the path up to that step', () => {
    const path = generatePaths(forgotPasswordPaths).find(({ steps }) => steps.some(({ event }) => event.type === 'submit.requested'));
    const index = path?.steps.findIndex(({ event }) => event.type === 'submit.requested') ?? -1;
    if (!path) throw new Error('no path submits');
    const message = stepMessage(forgotPasswordMachine, path, { index, type: 'submit.requested', expected: 'error', seen: ['sent'] });
    const lines = message.split('\n').map((line) => line.trim());
    expect(lines.slice(0, 3)).toEqual([`step ${index + 1}, submit.requested, of "${path.name}"`, 'expected: error', 'seen:     sent']);
    const { pathname, searchParams } = new URL(lines[3]?.replace('chart:', '').trim() ?? '', 'https://console.test');
    expect([pathname, searchParams.get('state')]).toEqual(['/state-flows/forgot-password', 'error']);
    expect(readRun(JSON.parse(searchParams.get('run') ?? ''))?.events).toHaveLength(index + 1);
    expect(leavesOf(forgotPasswordMachine, 'editing')).toEqual(['editing']);
  });

  it('does not wait for what never comes', async () => {
    await expect(inTime(new Promise(() => undefined), 5, 'it comes')).rejects.toThrow('not within 5 ms: it comes');
    await expect(inTime(Promise.reject(new Error('gone')), 1000, 'it comes')).rejects.toThrow('gone');
    await expect(inTime(Promise.resolve(), 1000, 'it comes')).resolves.toBeUndefined();
  });
});
