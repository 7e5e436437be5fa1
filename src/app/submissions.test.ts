import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followSubmission, submissionPhase, watchSubmissions } from './submissions.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it('is in flight from the call until the last of several is answered', async () => {
  const phases: unknown[] = [];
  const stop = watchSubmissions(() => phases.push(submissionPhase()));
  const [first, second] = [Promise.withResolvers<{ kind: string }>(), Promise.withResolvers<{ kind: string }>()];
  const answers = [followSubmission(first.promise), followSubmission(second.promise)];
  expect(submissionPhase()).toBe('inFlight');
  first.resolve({ kind: 'saved' });
  expect(await answers[0]).toEqual({ kind: 'saved' });
  expect(submissionPhase()).toBe('inFlight');
  second.reject(new Error('b'));
  await expect(answers[1]).rejects.toThrow('b');
  expect(submissionPhase()).toBe('justEnded');
  vi.runAllTimers();
  expect(phases).toEqual(['inFlight', 'justEnded', null]);
  stop();
});

it('is just pending where one of them is pending, until the outbox has had time to show it', async () => {
  const phases: unknown[] = [];
  const stop = watchSubmissions(() => phases.push(submissionPhase()));
  await Promise.all([followSubmission(Promise.resolve({ kind: 'pending' })), followSubmission(Promise.resolve({ kind: 'saved' }))]);
  vi.runAllTimers();
  await followSubmission(Promise.resolve({ kind: 'saved' }));
  vi.runAllTimers();
  expect(phases).toEqual(['inFlight', 'justPending', null, 'inFlight', 'justEnded', null]);
  stop();
});
