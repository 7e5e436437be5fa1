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
  const [first, second] = [Promise.withResolvers<{ kind: string }>(), Promise.withResolvers<{ kind: string }>()];
  const answers = [followSubmission(first.promise), followSubmission(second.promise)];
  expect(submissionPhase()).toBe('underWay');
  first.resolve({ kind: 'saved' });
  expect(await answers[0]).toEqual({ kind: 'saved' });
  expect(submissionPhase()).toBe('underWay');
  second.reject(new Error('b'));
  await expect(answers[1]).rejects.toThrow('b');
  expect(submissionPhase()).toBe('justEnded');
  vi.runAllTimers();
  expect(told).toEqual(['underWay', 'justEnded', null]);
  stop();
});

it('has just been stored, where one of them was, until the outbox has had the time to show it', async () => {
  const told: unknown[] = [];
  const stop = watchSubmissions(() => told.push(submissionPhase()));
  await Promise.all([followSubmission(Promise.resolve({ kind: 'pending' })), followSubmission(Promise.resolve({ kind: 'saved' }))]);
  vi.runAllTimers();
  await followSubmission(Promise.resolve({ kind: 'saved' }));
  vi.runAllTimers();
  expect(told).toEqual(['underWay', 'justKept', null, 'underWay', 'justEnded', null]);
  stop();
});
