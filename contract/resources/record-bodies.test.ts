import * as v from 'valibot';
import { expect, it } from 'vitest';
import { updateBodySchema } from './record-bodies.ts';

it('cuts a long name, so that an entry with one can be read', () => {
  const body = { id: '1', name: 'a'.repeat(2_048), values: { redirects_to: '/x' } };
  expect(v.parse(updateBodySchema, body)).toEqual({ ...body, name: 'a'.repeat(300) });
});
