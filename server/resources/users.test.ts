import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSignIn, demoWebsites, otherSignIn } from '../seed/seed.ts';
import { passwordResets, tokens, users } from '../tables/identity.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
let otherToken: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
  otherToken = await harness.signIn(otherSignIn);
});
afterAll(() => harness.close());

const userShape = v.strictObject({
  id: v.string(),
  account_id: v.string(),
  email: v.string(),
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
  name: v.nullable(v.string()),
  roles: v.array(v.string()),
  created_at: v.string(),
});
const oneOf = (got: Got) => v.parse(v.object({ data: userShape }), got.json).data;
const listOf = (got: Got) => v.parse(v.object({ data: v.array(userShape) }), got.json).data;
const send = (method: string, path: string, body?: unknown, as = token) =>
  harness.call(method, `/api${path}`, { token: as, ...(body === undefined ? {} : { body }) });
const otherWebsite = String(demoWebsites + 1);
const password = 'correct horse';
const ada = { website_id: '1', first_name: 'Ada', last_name: 'Byron', email: 'ada@bay.example', password };
const create = (change: object = {}) => send('POST', '/users', { ...ada, ...change });
const signIn = (email: string, secret = password) => harness.call('POST', '/api/login', { body: { email, password: secret } });
const tokenOf = (got: Got) => v.parse(v.object({ data: v.object({ access_token: v.string() }) }), got.json).data.access_token;
const isSignedIn = async (as: string) => (await send('GET', '/user', undefined, as)).status === 200;

describe('a user', () => {
  it('is created as an administrator, read, changed in part, found, and deleted with every session', async () => {
    const made = await create({ first_name: ' Ada ', email: ' Ada@Bay.Example ', roles: ['owner'] });
    expect(made.status).toBe(201);
    const { id } = oneOf(made);
    const known = { id, account_id: '1', email: 'ada@bay.example', first_name: 'Ada', last_name: 'Byron', name: 'Ada Byron' };
    expect(oneOf(made)).toEqual({ ...known, roles: ['administrator'], created_at: expect.any(String) });
    const hers = tokenOf(await signIn('ADA@bay.example'));
    const changed = await send('POST', `/users/${id}`, { id, last_name: 'Lovelace' });
    expect(oneOf(changed)).toMatchObject({ ...known, last_name: 'Lovelace', name: 'Ada Lovelace' });
    expect(oneOf(await send('GET', `/users/${id}`))).toEqual(oneOf(changed));
    expect(listOf(await send('GET', '/websites/1/users?q=lovelace')).map((user) => user.id)).toEqual([id]);
    expect(listOf(await send('GET', '/websites/2/users?sort=-name')).map(({ name }) => name)).toEqual(['Dana Moore', 'Ada Lovelace']);
    expect((await send('DELETE', `/websites/1/users/${id}`)).status).toBe(200);
    expect(await isSignedIn(hers)).toBe(false);
    expect((await signIn('ada@bay.example')).status).toBe(401);
    expect((await send('GET', `/users/${id}`)).status).toBe(404);
  });

  it('is refused without names and password, with a bad address or a short password, and with an address that is taken', async () => {
    const empty = await send('POST', '/users', { website_id: '1' });
    expect([empty.status, Object.keys(messagesOf(empty)).toSorted()]).toEqual([422, ['email', 'first_name', 'last_name', 'password']]);
    expect(messagesOf(await create({ email: 'nobody', password: 'short' }))).toEqual({
      email: 'Enter a valid email address.',
      password: 'Password must have at least 8 characters.',
    });
    // Of another account: addresses are unique over the server.
    const taken = { email: 'There is a user with this Email already.' };
    expect(messagesOf(await create({ email: otherSignIn.email.toUpperCase() }))).toEqual(taken);
    const { id } = oneOf(await create({ email: 'unique@bay.example' }));
    expect(messagesOf(await send('POST', `/users/${id}`, { email: demoSignIn.email }))).toEqual(taken);
    expect(messagesOf(await send('POST', `/users/${id}`, { email: null, first_name: null }))).toEqual({ email: expect.any(String) });
    expect(oneOf(await send('POST', `/users/${id}`, { first_name: null, last_name: null }))).toMatchObject({ name: null });
    await send('DELETE', `/websites/1/users/${id}`);
  });
});

describe('a password', () => {
  it('is in no answer, no log and no row, and is kept as it was typed', async () => {
    const spaced = '  spaced out  ';
    const made = await create({ email: 'quiet@bay.example', password: spaced });
    const { id } = oneOf(made);
    const answers = [made, await send('GET', `/users/${id}`), await send('GET', '/websites/1/users')];
    answers.push(await send('POST', `/users/${id}`, { password: spaced }));
    const [row] = await harness.deps.db.select().from(users).where(eq(users.email, 'quiet@bay.example'));
    for (const { text } of answers) expect(text).not.toMatch(/password|argon2|spaced out/u);
    expect([harness.logs.join('\n'), JSON.stringify(row)].join()).not.toContain('spaced out');
    expect([(await signIn('quiet@bay.example', spaced)).status, (await signIn('quiet@bay.example', 'spaced out')).status]).toEqual([
      200, 401,
    ]);
    await send('DELETE', `/websites/1/users/${id}`);
  });

  it('ends its user’s other sessions and reset links when it is changed; a change of the name ends none', async () => {
    const { id } = oneOf(await create({ email: 'moved@bay.example' }));
    const [first, second] = [tokenOf(await signIn('moved@bay.example')), tokenOf(await signIn('moved@bay.example'))];
    const expiresAt = new Date(harness.time.now.getTime() + 60_000);
    await harness.deps.db.insert(passwordResets).values({ hash: 'some', userId: Number(id), expiresAt });
    await send('POST', `/users/${id}`, { first_name: 'Other' });
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, true]);
    // Their own change keeps the session that makes it.
    expect((await send('POST', `/users/${id}`, { password: 'another horse' }, first)).status).toBe(200);
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, false]);
    expect(await harness.deps.db.$count(passwordResets, eq(passwordResets.userId, Number(id)))).toBe(0);
    await send('POST', `/users/${id}`, { password: 'a third horse' });
    expect(await harness.deps.db.$count(tokens, eq(tokens.userId, Number(id)))).toBe(0);
    expect(await isSignedIn(token)).toBe(true);
    await send('DELETE', `/websites/1/users/${id}`);
  });

  it('can’t be set by a link that was sent to an address before', async () => {
    const { id } = oneOf(await create({ email: 'old@bay.example' }));
    const links = () => harness.deps.db.$count(passwordResets, eq(passwordResets.userId, Number(id)));
    const expiresAt = new Date(harness.time.now.getTime() + 60_000);
    await harness.deps.db.insert(passwordResets).values({ hash: 'sent', userId: Number(id), expiresAt });
    await send('POST', `/users/${id}`, { email: 'OLD@bay.example', last_name: 'Other' });
    expect(await links()).toBe(1);
    await send('POST', `/users/${id}`, { email: 'new@bay.example' });
    expect(await links()).toBe(0);
    await send('DELETE', `/websites/1/users/${id}`);
  });

  it('can be replaced, and not removed', async () => {
    const { id } = oneOf(await create({ email: 'kept@bay.example' }));
    for (const blank of [null, '', '   '])
      expect(messagesOf(await send('POST', `/users/${id}`, { password: blank }))).toEqual({ password: 'Password is required.' });
    expect((await signIn('kept@bay.example')).status).toBe(200);
    await send('DELETE', `/websites/1/users/${id}`);
  });
});

describe('nobody deletes', () => {
  it('the last user of the account, or themselves', async () => {
    const [dana] = listOf(await send('GET', '/websites/1/users'));
    const last = await send('DELETE', `/websites/1/users/${dana?.id}`);
    expect([last.status, codeOf(last)]).toEqual([403, 'forbidden']);
    expect(last.text).toContain('This is the last user of the account');
    const { id } = oneOf(await create());
    const self = await send('DELETE', `/websites/1/users/${dana?.id}`);
    expect([self.status, self.text]).toEqual([403, expect.stringContaining('This is you.')]);
    await send('DELETE', `/websites/1/users/${id}`);
  });

  it('or sees, or changes, a user of another account', async () => {
    const [theirs] = listOf(await send('GET', `/websites/${otherWebsite}/users`, undefined, otherToken));
    expect(theirs?.email).toBe(otherSignIn.email);
    expect(listOf(await send('GET', '/websites/1/users')).map(({ email }) => email)).toEqual([demoSignIn.email]);
    for (const got of [
      await send('GET', `/websites/${otherWebsite}/users`),
      await send('GET', `/users/${theirs?.id}`),
      await send('POST', `/users/${theirs?.id}`, { password: 'mine by now' }),
      await send('DELETE', `/websites/1/users/${theirs?.id}`),
      await send('DELETE', `/websites/${otherWebsite}/users/${theirs?.id}`),
      await create({ website_id: otherWebsite }),
    ])
      expect(got.status).toBe(404);
    expect(await isSignedIn(otherToken)).toBe(true);
  });
});
