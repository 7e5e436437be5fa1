import { users } from '#contract/resources/users.ts';
import { codeMissingMessage } from '#contract/pending-reason.ts';
import { expect, it, vi } from 'vitest';
import { createRecordsSource } from './records-source.ts';
import { openTestConsole } from './testing/test-console.ts';

let isThere = false;
vi.mock('./submit-record-online.ts', async (original) => {
  if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
  return original();
});

it('what is only sent online says that its code is missing, and that nothing was done; the next save asks for it again', async () => {
  const calls: string[] = [];
  const tab = await openTestConsole({
    fetch: async (input, init) => {
      calls.push(new Request(input, init).method);
      return Response.json({ error: { code: 'validation_failed', message: 'no' } }, { status: 422 });
    },
  });
  const source = createRecordsSource(tab.parts, users, '7');
  const values = { email: 'a@example.com', password: 'secret-enough' };
  const create = () => source.submit({ change: { kind: 'create', values } }, new AbortController().signal);
  expect(await create()).toEqual({ kind: 'failed', code: 'unknown', message: codeMissingMessage });
  expect(await source.submitSecrets('1', { password: 'other' })).toEqual({ kind: 'failed', message: codeMissingMessage, fields: {} });
  expect(calls).toEqual([]);
  isThere = true;
  expect(await create()).not.toMatchObject({ message: codeMissingMessage });
  await tab.close();
});
