import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followSubmission, submissionPhase, watchSubmissions } from './submissions.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('is under way from the call on, until the last of several is answered', async () => {
  const told: unknown[] = [];
  const stop = watchSubmissions(() => told.push(submissionPhase()));
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const answers = [followSubmission(first.promise), followSubmission(second.promise)];
  expect(submissionPhase()).toBe('underWay');
  first.resolve('a');
  expect(await answers[0]).toBe('a');
  expect(submissionPhase()).toBe('underWay');
  second.reject(new Error('b'));
  await expect(answers[1]).rejects.toThrow('b');
  expect(submissionPhase()).toBe('justEnded');
  vi.runAllTimers();
  expect(told).toEqual(['underWay', 'justEnded', null]);
  stop();
});
