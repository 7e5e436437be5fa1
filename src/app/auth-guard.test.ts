import * as v from 'valibot';
import { expect, it } from 'vitest';
import { nextPathSchema } from './auth-guard.ts';

it('accepts a path of this console', () => {
  for (const path of ['/websites', '/website/5/marketing/social?page=2#top', '/websites?q=%22a%22'])
    expect(v.parse(nextPathSchema, path)).toBe(path);
});

it('rejects any other address', () => {
  for (const path of ['https://evil.test', '//evil.test', '/\\evil.test', '/\t/evil.test', '/\n/evil.test', 'javascript:alert(1)', 7, null])
    expect(v.parse(nextPathSchema, path)).toBeUndefined();
});
