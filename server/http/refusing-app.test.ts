import * as v from 'valibot';
import { expect, it } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { startingApp } from './refusing-app.ts';

it('asks a client that came too early to come back, in the API’s own shape', async () => {
  const app = startingApp({ publicUrl: null, consoleOrigins: ['https://admin.example'] });
  const answer = await app.request('/api/user', { headers: { origin: 'https://admin.example' } });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://admin.example');
  expect(v.parse(errorBodySchema, await answer.json()).error.code).toBe('unavailable');
});
