import { expect, it, vi } from 'vitest';
import { listWebsites } from '#contract/calls/websites.ts';
import { isProblem, meansOffline } from '#contract/api-result.ts';
import { pendingReasonOf } from '#contract/pending-reason.ts';
import { classify } from '#machines/delivery/classify.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import { describePending } from '#machines/save-messages.ts';
import { createApiClient } from './api-client.ts';

vi.mock('./api-request.ts', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

it('a call whose code can not be loaded was not started, and says nothing about the connection', async () => {
  const onResult = vi.fn();
  const client = createApiClient({ baseUrl: '/api', credentials: () => null, onResult });
  const result = await client.call(listWebsites, { params: {}, query: {} });
  expect(result).toEqual({ kind: 'notStarted', reason: 'code' });
  expect(onResult).not.toHaveBeenCalled();
  if (!isProblem(result)) throw new Error('answered');
  expect(meansOffline(result)).toBe(false);
  expect(problemMessage(result)).toBe('A part of the console could not be loaded. Check your connection and try again.');

  const meaning = classify(result, 'update');
  expect(meaning).toMatchObject({ kind: 'notApplied', waitMs: null });
  const reason = 'error' in meaning ? pendingReasonOf(meaning.error) : null;
  expect(reason && describePending(reason)).toBe('A part of the console could not be loaded. Trying again.');
});
