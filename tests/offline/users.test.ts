import { users } from '#contract/resources/users.ts';
import type { RecordChange } from '#machines/record-list/record-list.ports.ts';
import { type Harness, startHarness } from '#server/testing/harness.ts';
import { Dexie } from 'dexie';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openConsole } from './support/console-on-api.ts';

const secret = 'never on the device';
const ada = { first_name: 'Ada', last_name: 'Byron', email: 'ada@bay.example', password: secret };

/** What happens to the next writes: they pass, their answer is lost, or they are lost themselves. */
type WriteResult = 'passes' | 'answerLost' | 'lost';

let harness: Harness;
let token: string;
let tab: Awaited<ReturnType<typeof openConsole>>;
let results: WriteResult[];
let writes: { readonly path: string; readonly key: string | null; readonly body: unknown }[];

beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

beforeEach(async () => {
  results = [];
  writes = [];
  tab = await openConsole({ app: harness.app, token }, async (request, send) => {
    if (request.method === 'GET') return send(request);
    writes.push({
      path: new URL(request.url).pathname,
      key: request.headers.get('idempotency-key'),
      body: await request
        .clone()
        .json()
        .catch(() => null),
    });
    const result = results.shift() ?? 'passes';
    if (result === 'lost') throw new TypeError('no network');
    const answered = await send(request);
    if (result === 'answerLost') throw new TypeError('no network');
    return answered;
  });
});

afterEach(async () => {
  // The device has seen every case of this file by now.
  expect(await restingText()).not.toContain(secret);
  tab.close();
  for (const { id, email } of await stored())
    if (email !== 'demo@frontage.test') await harness.call('DELETE', `/api/websites/1/users/${id}`, { token });
});

const submit = (change: RecordChange) => tab.sourceOf(users, '1').submit({ change }, new AbortController().signal);
async function stored() {
  const { json } = await harness.call('GET', '/api/websites/1/users', { token });
  return v.parse(v.object({ data: v.array(users.schema) }), json).data;
}
const emails = async () => (await stored()).map(({ email }) => email).toSorted();
const signsIn = async (email: string, password: string) =>
  (await harness.call('POST', '/api/login', { body: { email, password } })).status === 200;

/** All of IndexedDB, as one text. */
async function restingText(): Promise<string> {
  const texts: string[] = [];
  for (const name of await Dexie.getDatabaseNames()) {
    const database = await new Dexie(name).open();
    for (const table of database.tables) texts.push(JSON.stringify(await table.toArray()));
    database.close();
  }
  return texts.join('\n');
}

it('are created by one call that the outbox never sees, with what the API wants besides the fields', async () => {
  const created = await submit({ kind: 'create', values: ada });
  expect(created).toEqual({ kind: 'saved', id: expect.any(String) });
  expect(writes).toEqual([{ path: '/api/users', key: expect.any(String), body: { website_id: '1', roles: ['administrator'], ...ada } }]);
  expect(await signsIn(ada.email, secret)).toBe(true);
  // Read from the device.
  const id = created.kind === 'saved' ? created.id : '';
  expect(await tab.sourceOf(users, '1').read(id)).toMatchObject({ kind: 'read', reading: { values: { name: 'Ada Byron' } } });
});

it('are not created offline, and the message says so', async () => {
  tab.setOnline(false);
  expect(await submit({ kind: 'create', values: ada })).toEqual({
    kind: 'failed',
    code: 'unknown',
    message: "This can't be saved offline. Save it again once you are back online.",
  });
  expect([writes, (await tab.store.outbox.counts('u1')).pending]).toEqual([[], 0]);
});

it('show the server’s refusal of a create at its fields', async () => {
  const refused = await submit({ kind: 'create', values: { ...ada, email: 'demo@frontage.test' } });
  expect(refused).toMatchObject({ kind: 'refused', fields: { email: 'There is a user with this Email already.' } });
});

it('are created once where the answer is lost, also by an API that ignores the key', async () => {
  results = ['answerLost'];
  expect(await submit({ kind: 'create', values: ada })).toMatchObject({ kind: 'saved' });
  // The list was read, and nothing sent again.
  expect([writes.length, await emails()]).toEqual([1, [ada.email, 'demo@frontage.test']]);
  results = ['lost'];
  expect(await submit({ kind: 'create', values: { ...ada, email: 'grace@bay.example' } })).toMatchObject({ kind: 'saved' });
  expect(writes.map(({ key }) => key)).toEqual([expect.any(String), writes[1]?.key, writes[1]?.key]);
  expect(await emails()).toEqual([ada.email, 'demo@frontage.test', 'grace@bay.example']);
});

it('get a new password by a call of its own, after the pending changes of the user; their names wait offline', async () => {
  const created = await submit({ kind: 'create', values: ada });
  const id = created.kind === 'saved' ? created.id : '';
  tab.setOnline(false);
  const change = { kind: 'update', id, name: 'Ada Byron', values: { last_name: 'Lovelace' }, base: { last_name: 'Byron' } } as const;
  expect(await submit(change)).toMatchObject({ kind: 'pending' });
  expect(await tab.sourceOf(users, '1').read(id)).toMatchObject({ reading: { values: { name: 'Ada Lovelace' } } });
  const password = `${secret} again`;
  const source = tab.sourceOf(users, '1');
  expect(await source.submitSecrets(id, { password })).toMatchObject({ kind: 'failed', message: expect.stringContaining('offline') });
  tab.setOnline(true);
  expect(await source.submitSecrets(id, { password })).toEqual({ kind: 'saved' });
  expect(writes.slice(1).map(({ body }) => body)).toEqual([
    { id, roles: ['administrator'], last_name: 'Lovelace' },
    { id, roles: ['administrator'], password },
  ]);
  expect(await signsIn(ada.email, password)).toBe(true);
  expect(await source.submitSecrets(id, { password: 'short' })).toEqual({
    kind: 'failed',
    message: expect.any(String),
    fields: { password: 'Password must have at least 8 characters.' },
  });
});

it('never reach the outbox with a password, whoever asks', async () => {
  const values = { password: secret };
  const refused = await submit({ kind: 'update', id: '1', name: 'Dana', values, base: {} });
  expect(refused).toMatchObject({ kind: 'failed' });
  expect(writes).toEqual([]);
});

it('a save asks for its code again, where it could not be loaded', async () => {
  const source = tab.sourceOf(users, '1');
  const save = () => source.submit({ change: { kind: 'create', values: ada } }, new AbortController().signal);
  vi.doMock('#src/offline/submit-record-online.ts', () => {
    throw new Error('no network');
  });
  expect(await save()).toMatchObject({ kind: 'failed', message: expect.stringContaining('could not be loaded') });
  vi.doUnmock('#src/offline/submit-record-online.ts');
  expect(await save()).toMatchObject({ kind: 'saved' });
});
