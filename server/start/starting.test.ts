import * as v from 'valibot';
import { expect, it } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { startingAnswer } from './starting.ts';

it('asks a client that came too early to come back, in the API’s own shape', async () => {
  const answer = startingAnswer();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(v.parse(errorBodySchema, await answer.json()).error.code).toBe('unavailable');
});
