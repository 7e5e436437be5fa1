import { expect, it } from 'vitest';
import { openRecordsTab } from './testing/records-tab.ts';

it.each([
  [403, true],
  [404, true],
  [429, false],
  [500, false],
])('a list that is refused with %s counts as available offline: %s', async (status, isLeftOut) => {
  const { api, source, close } = await openRecordsTab();
  api.listRefusal = status;
  const problem = await source.prefetch();
  expect(problem?.kind ?? null).toBe(isLeftOut ? null : 'refused');
  close();
});
