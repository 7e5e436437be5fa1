import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#contract/calls/authentication.ts';
import { listSessions } from '#contract/calls/sessions.ts';
import { limits } from '#contract/limits.ts';
import { hashToken } from '../auth/tokens.ts';
import { demoSignIn, otherSignIn } from '../seed/seed.ts';
import { tokens } from '../tables/identity.ts';
import { codeOf, type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ signInAttempts: 1000, signInAttemptsPerIp: 1000 });
});
afterAll(() => harness.close());

const later = (ms: number) => {
  harness.time.now = new Date(harness.time.now.getTime() + ms);
};
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';

interface SignedIn {
  readonly token: string;
  readonly handle: string;
}

async function signIn(
  who: { readonly email: string; readonly password: string } = demoSignIn,
  from = '192.0.2.1',
  userAgent = firefox,
): Promise<SignedIn> {
  const got = await harness.call('POST', '/api/login', { body: who, from, headers: { 'user-agent': userAgent } });
  const { access_token: token, revoke_handle: handle } = v.parse(v.object({ data: login.answer }), got.json).data;
  if (!token || !handle) throw new Error('the sign-in gave no token or no handle');
  return { token, handle };
}

const listOf = async (token: string, query = '') => {
  const got = await harness.call('GET', `/api/user/sessions${query}`, { token });
  return v.parse(v.object({ data: listSessions.answer }), got.json).data;
};
const ownId = async (token: string) => (await listOf(token)).find((session) => session.current)?.id ?? '';
const statusOf = async (token: string) => (await harness.call('GET', '/api/user', { token })).status;
const revoke = (handle: string, from?: string) =>
  harness.call('POST', '/api/logout/revoke', { body: { handle }, ...(from ? { from } : {}) });

describe('beyond the number that a user may have', () => {
  it('those end that were not seen for the longest time, and not another’s', async () => {
    const { db } = harness.deps;
    const [seen, unseen, other] = [await signIn(), await signIn(), await signIn(otherSignIn)];
    later(3_600_000);
    expect(await statusOf(seen.token)).toBe(200);
    const [user] = await db
      .select()
      .from(tokens)
      .where(eq(tokens.hash, hashToken(seen.token)));
    const rows = Array.from({ length: limits.sessionsPerUser - 2 }, (_, at) => ({
      ...{ hash: `many-${at}`, userId: user?.userId ?? 0, createdAt: harness.time.now, lastSeenAt: harness.time.now },
      expiresAt: new Date(harness.time.now.getTime() + 86_400_000),
    }));
    await db.insert(tokens).values(rows);
    const newest = await signIn();
    expect([await statusOf(seen.token), await statusOf(unseen.token), await statusOf(newest.token), await statusOf(other.token)]).toEqual([
      200, 401, 200, 200,
    ]);
    expect(await db.$count(tokens, eq(tokens.userId, user?.userId ?? 0))).toBe(limits.sessionsPerUser);
    await db.delete(tokens);
  });
});

describe('the list of sessions', () => {
  it('says of each device, address and when it was seen, the one that asks first', async () => {
    const opened = harness.time.now.toISOString();
    const first = await signIn(demoSignIn, '192.0.2.10');
    later(1000);
    const second = await signIn(demoSignIn, '192.0.2.11', 'x'.repeat(1000));
    const [own, other] = await listOf(first.token);
    expect(own).toMatchObject({ current: true, user_agent: firefox, address: '192.0.2.10', created_at: opened, last_seen_at: opened });
    expect(other).toMatchObject({ current: false, user_agent: 'x'.repeat(400), address: '192.0.2.11' });
    expect((await listOf(second.token))[0]).toMatchObject({ current: true, id: other?.id });
    expect(JSON.stringify([own, other])).not.toContain(hashToken(first.token));
  });

  it('is paged', async () => {
    const { token } = await signIn();
    const all = await listOf(token);
    const pages = await Promise.all([0, 1].map((page) => listOf(token, `?per_page=1&page=${page}`)));
    expect(pages.flat().map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
    expect((await harness.call('GET', '/api/user/sessions?per_page=101', { token })).status).toBe(422);
  });

  it('leaves out expired sessions', async () => {
    const old = await signIn();
    const id = await ownId(old.token);
    later(30 * 86_400_000);
    const { token } = await signIn();
    expect((await listOf(token)).map((session) => session.id)).not.toContain(id);
  });

  it('notes when and where a session is seen, at most once a minute', async () => {
    const { token } = await signIn(demoSignIn, '192.0.2.20');
    const seen = async () => {
      const [row] = await harness.deps.db
        .select()
        .from(tokens)
        .where(eq(tokens.hash, hashToken(token)));
      return [row?.lastSeenAt?.toISOString(), row?.address];
    };
    const asked = (from: string) => harness.call('GET', '/api/user', { token, from });
    const opened = harness.time.now.toISOString();
    later(59_999);
    await asked('192.0.2.21');
    expect(await seen()).toEqual([opened, '192.0.2.20']);
    later(1);
    await Promise.all(['192.0.2.21', '192.0.2.21'].map(asked));
    const minute = harness.time.now.toISOString();
    expect(await seen()).toEqual([minute, '192.0.2.21']);
    later(30_000);
    await asked('192.0.2.22');
    expect(await seen()).toEqual([minute, '192.0.2.21']);
  });
});

describe('ending a session', () => {
  it('ends that one, once', async () => {
    const [mine, gone] = [await signIn(), await signIn()];
    const id = await ownId(gone.token);
    const end = () => harness.call('DELETE', `/api/user/sessions/${id}`, { token: mine.token });
    expect((await end()).json).toEqual({ data: { ok: true } });
    expect([await statusOf(gone.token), await statusOf(mine.token)]).toEqual([401, 200]);
    const again = await end();
    expect([again.status, codeOf(again)]).toEqual([404, 'not_found']);
  });

  it('ends all others', async () => {
    const [mine, ...others] = [await signIn(), await signIn(), await signIn()];
    const theirs = await signIn(otherSignIn);
    expect((await harness.call('DELETE', '/api/user/sessions', { token: mine.token })).status).toBe(200);
    expect(await Promise.all(others.map(({ token }) => statusOf(token)))).toEqual([401, 401]);
    expect([await statusOf(mine.token), await statusOf(theirs.token)]).toEqual([200, 200]);
    expect(await listOf(mine.token)).toHaveLength(1);
  });

  it('neither shows nor ends another user’s', async () => {
    const [mine, theirs] = [await signIn(), await signIn(otherSignIn)];
    const id = await ownId(theirs.token);
    expect((await listOf(mine.token)).map((session) => session.id)).not.toContain(id);
    const got = await harness.call('DELETE', `/api/user/sessions/${id}`, { token: mine.token });
    expect([got.status, codeOf(got)]).toEqual([404, 'not_found']);
    expect(await statusOf(theirs.token)).toBe(200);
  });

  it.each(['1', 'x', '%00', '00000000-0000-0000-0000-000000000000', 'others'])('finds none by the id %s', async (id) => {
    const { token } = await signIn();
    expect(codeOf(await harness.call('DELETE', `/api/user/sessions/${id}`, { token }))).toBe('not_found');
  });

  it.each([
    ['GET', '/api/user/sessions'],
    ['DELETE', '/api/user/sessions'],
    ['DELETE', '/api/user/sessions/00000000-0000-0000-0000-000000000000'],
  ])('needs a sign-in: %s %s', async (method, path) => {
    expect((await harness.call(method, path)).status).toBe(401);
  });
});

describe('a revoke handle', () => {
  it('ends its own session without a sign-in, and no other', async () => {
    const [mine, other] = [await signIn(), await signIn()];
    expect((await revoke(mine.handle)).json).toEqual({ data: { ok: true } });
    expect([await statusOf(mine.token), await statusOf(other.token)]).toEqual([401, 200]);
  });

  it('says the same of a handle that was used, and of one that never was', async () => {
    const { handle } = await signIn();
    const [first, again, unknown] = [await revoke(handle), await revoke(handle), await revoke('a'.repeat(43))];
    expect([again.status, again.text, unknown.status, unknown.text]).toEqual([first.status, first.text, first.status, first.text]);
  });

  it('opens nothing, and the token is no handle', async () => {
    const { token, handle } = await signIn();
    expect(await statusOf(handle)).toBe(401);
    await revoke(token);
    await revoke(hashToken(token));
    await revoke(hashToken(handle));
    expect(await statusOf(token)).toBe(200);
  });

  it('is stored as a hash, and is in no log', async () => {
    const { handle } = await signIn();
    const rows = await harness.deps.db.select().from(tokens);
    expect(rows.map((row) => row.revokeHash)).toContain(hashToken(handle));
    expect(JSON.stringify(rows)).not.toContain(handle);
    await revoke(handle);
    expect(harness.logs.join('')).not.toContain(handle);
    expect(harness.logs.join('')).toContain('"route":"/logout/revoke"');
  });

  it.each([{}, { handle: '' }, { handle: 7 }, { handle: 'x'.repeat(201) }])('must be one: %j', async (body) => {
    expect((await harness.call('POST', '/api/logout/revoke', { body })).status).toBe(422);
  });

  it('can’t be guessed at for ever', async () => {
    const statuses = new Set<number>();
    for (let tries = 0; tries < 101; tries += 1) statuses.add((await revoke('a'.repeat(43), '192.0.2.99')).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});

it('lists a session that is older than these columns', async () => {
  const { token } = await signIn();
  await harness.deps.db
    .update(tokens)
    .set({ revokeHash: null, userAgent: null, address: null, lastSeenAt: null })
    .where(eq(tokens.hash, hashToken(token)));
  const [own] = await listOf(token);
  expect(own).toMatchObject({ current: true, user_agent: null, last_seen_at: harness.time.now.toISOString() });
});
