import { expect, it } from 'vitest';
import { retryAfterMs } from './api-request.ts';

it.each([
  ['120', 120_000],
  ['-5', 0],
  ['86400', 3_600_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 3_600_000],
  ['soon', null],
  [null, null],
])('reads Retry-After %s as a wait of %s ms', (header, ms) => {
  expect(retryAfterMs(new Response(null, header === null ? {} : { headers: { 'retry-after': header } }))).toBe(ms);
});
