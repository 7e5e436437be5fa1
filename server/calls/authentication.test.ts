import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerApp } from '../app.ts';
import type { Database } from '../connect.ts';
import { hashToken } from '../auth/tokens.ts';
import { demoSignIn, otherSignIn } from '../seed/seed.ts';
import { passwordResets, tokens } from '../tables/identity.ts';
import { rateLimits } from '../tables/service.ts';
import { codeOf, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ signInAttempts: 3, signInAttemptsPerIp: 8, trustedProxies: ['10.0.0.0/8'] });
});
afterAll(() => harness.close());

const minuteMs = 60_000;
const later = (ms: number) => {
  harness.time.now = new Date(harness.time.now.getTime() + ms);
};

describe('sign-in', () => {
  it('answers a token and the user, whatever the case of the address', async () => {
    const got = await harness.call('POST', '/api/login', { body: { email: 'Demo@Frontage.TEST', password: demoSignIn.password } });
    expect(got.status).toBe(200);
    expect(got.json).toMatchObject({
      data: { access_token: expect.stringMatching(/^[\w-]{43}$/u), user: { email: demoSignIn.email, name: 'Dana Moore' } },
    });
  });

  it('stores only the hash of the token', async () => {
    const token = await harness.signIn();
    const rows = await harness.deps.db.select({ hash: tokens.hash }).from(tokens);
    expect(rows.map((row) => row.hash)).toContain(hashToken(token));
    expect(rows.map((row) => row.hash)).not.toContain(token);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const wrong = await harness.call('POST', '/api/login', { body: { ...demoSignIn, password: 'wrong' }, from: '192.0.2.50' });
    const unknown = await harness.call('POST', '/api/login', {
      body: { email: 'nobody@frontage.test', password: 'wrong' },
      from: '192.0.2.50',
    });
    expect([wrong.status, codeOf(wrong)]).toEqual([401, 'invalid_credentials']);
    expect(unknown.text).toBe(wrong.text);
  });

  it.each([
    [{ email: 'not-an-address', password: 'x' }, 'email'],
    [{ email: demoSignIn.email, password: '' }, 'password'],
    [{ email: demoSignIn.email }, 'password'],
    [{ email: 7, password: 'x' }, 'email'],
  ])('refuses %j at its field', async (body, field) => {
    const got = await harness.call('POST', '/api/login', { body });
    expect([got.status, codeOf(got), Object.keys(messagesOf(got))]).toEqual([422, 'validation_failed', [field]]);
  });
});

describe('a session', () => {
  it('opens the user, and ends with logout', async () => {
    const token = await harness.signIn();
    expect((await harness.call('GET', '/api/user', { token })).json).toMatchObject({ data: { email: demoSignIn.email, account_id: 1 } });
    expect((await harness.call('POST', '/api/logout', { token })).json).toEqual({ data: { ok: true } });
    const after = await harness.call('GET', '/api/user', { token });
    expect([after.status, codeOf(after)]).toEqual([401, 'unauthenticated']);
  });

  it('ends by itself after 30 days', async () => {
    const before = harness.time.now;
    const token = await harness.signIn();
    later(30 * 24 * 60 * minuteMs - 1);
    expect((await harness.call('GET', '/api/user', { token })).status).toBe(200);
    later(1);
    expect((await harness.call('GET', '/api/user', { token })).status).toBe(401);
    await harness.signIn();
    await harness.deps.background.idle();
    expect(
      await harness.deps.db
        .select()
        .from(tokens)
        .where(eq(tokens.hash, hashToken(token))),
    ).toEqual([]);
    harness.time.now = before;
  });

  it.each(['', 'Bearer', 'Bearer x', 'Basic Zm9vOmJhcg==', `Bearer ${'a'.repeat(43)}`, `Bearer ${'a'.repeat(5000)}`])(
    'is not opened by "%s"',
    async (authorization) => {
      const got = await harness.call('GET', '/api/user', { headers: { authorization } });
      expect([got.status, codeOf(got)]).toEqual([401, 'unauthenticated']);
    },
  );
});

describe('limits of sign-in', () => {
  const attempt = (from: string, email: string = demoSignIn.email, password = 'wrong') =>
    harness.call('POST', '/api/login', { body: { email, password }, from });

  it('stops guessing at an address from one place, and starts again when the time is over', async () => {
    for (const _ of [1, 2, 3]) expect((await attempt('192.0.2.60')).status).toBe(401);
    const stopped = await attempt('192.0.2.60', demoSignIn.email, demoSignIn.password);
    expect([stopped.status, codeOf(stopped), stopped.headers.get('retry-after')]).toEqual([429, 'too_many_requests', '900']);
    expect((await attempt('192.0.2.61', demoSignIn.email, demoSignIn.password)).status).toBe(200);
    later(15 * minuteMs);
    expect((await attempt('192.0.2.60', demoSignIn.email, demoSignIn.password)).status).toBe(200);
  });

  it('stops trying many addresses from one place', async () => {
    for (let i = 0; i < 8; i += 1) expect((await attempt('192.0.2.62', `user${i}@frontage.test`)).status).toBe(401);
    expect((await attempt('192.0.2.62', 'one-more@frontage.test')).status).toBe(429);
  });

  it('does not count further attempts of a blocked client, whatever addresses it tries', async () => {
    const counts = () => harness.deps.db.$count(rateLimits);
    for (let i = 0; i < 9; i += 1) await attempt('192.0.2.66', `user${i}@frontage.test`);
    const before = await counts();
    for (let i = 9; i < 14; i += 1) expect((await attempt('192.0.2.66', `user${i}@frontage.test`)).status).toBe(429);
    expect(await counts()).toBe(before);
  });

  it('takes the addresses of one IPv6 network for one client', async () => {
    for (let i = 1; i <= 3; i += 1) expect((await attempt(`2001:db9::${i}`)).status).toBe(401);
    expect((await attempt('2001:db9::ffff:4')).status).toBe(429);
    expect((await attempt('2001:db9:0:1::1')).status).toBe(401);
  });

  it('never blocks the owner for attempts from other addresses', async () => {
    for (let n = 0; n < 30; n += 1) expect((await attempt(`198.51.100.${100 + n}`)).status).toBe(401);
    expect((await attempt('192.0.2.67', demoSignIn.email, demoSignIn.password)).status).toBe(200);
  });

  it('does not count successful sign-ins', async () => {
    for (let i = 0; i < 12; i += 1) expect((await attempt('192.0.2.63', demoSignIn.email, demoSignIn.password)).status).toBe(200);
  });

  it('counts attempts that come at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 7 }, () => attempt('192.0.2.64')));
    expect(all.filter((got) => got.status === 401)).toHaveLength(3);
  });

  it('believes forwarded-for only from a proxy, and stores no address in clear text', async () => {
    const forwarded = (peer: string, by: string) =>
      harness.call('POST', '/api/login', {
        body: { email: 'x@frontage.test', password: 'wrong' },
        from: peer,
        headers: { 'x-forwarded-for': by },
      });
    for (let i = 0; i < 3; i += 1) await forwarded('192.0.2.65', `198.51.100.${i}`);
    expect((await forwarded('192.0.2.65', '198.51.100.9')).status).toBe(429);
    for (let i = 0; i < 4; i += 1) expect((await forwarded('10.0.0.3', `198.51.100.${i}`)).status).toBe(401);
    const keys = await harness.deps.db.select({ key: rateLimits.key }).from(rateLimits);
    expect(keys.some(({ key }) => key.includes('frontage.test') || key.includes('198.51'))).toBe(false);
  });
});

describe('password reset', () => {
  const ask = (email: string, headers: Record<string, string> = {}, from = '192.0.2.70') =>
    harness.call('POST', '/api/password-reset', { body: { email }, headers, from });
  const mailedToken = async () => {
    await harness.deps.background.idle();
    return /token=([\w-]+)/u.exec(harness.mails.at(-1)?.text ?? '')?.[1] ?? '';
  };
  const set = (token: string, password: string, email: string = otherSignIn.email) =>
    harness.call('PUT', '/api/password-reset', { body: { token, email, new_password: password } });

  it('mails a link on the configured address, whatever Host the request names', async () => {
    await ask('OTHER@frontage.test', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    await harness.deps.background.idle();
    const mail = harness.mails.at(-1);
    expect(mail?.to).toBe(otherSignIn.email);
    expect(mail?.text).toMatch(/^https:\/\/console\.example\/forgot-password\?token=[\w-]{43}&email=other%40frontage\.test$/mu);
    expect(mail?.text).not.toContain('evil');
  });

  it('answers an unknown address the same, and mails nothing', async () => {
    const known = await ask(otherSignIn.email);
    await harness.deps.background.idle();
    const before = harness.mails.length;
    const unknown = await ask('nobody@frontage.test');
    await harness.deps.background.idle();
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(harness.mails).toHaveLength(before);
  });

  it('answers before the database and the mail are done, known address or not, and takes no more than it can do', async () => {
    const finish = Promise.withResolvers<void>();
    const { mailer, background } = harness.deps;
    const slow = {
      prepare: async (mail: Parameters<typeof mailer.prepare>[0]) => {
        await finish.promise;
        return mailer.prepare(mail);
      },
    };
    const askOf = (deps: Partial<typeof harness.deps>, email: string) =>
      createServerApp({ ...harness.deps, ...deps }).request('/api/password-reset', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
    const before = harness.mails.length;
    for (const email of [otherSignIn.email, 'nobody@frontage.test']) expect((await askOf({ mailer: slow }, email)).status).toBe(200);
    expect(harness.mails).toHaveLength(before);
    finish.resolve();
    await background.idle();
    expect(harness.mails).toHaveLength(before + 1);
    const refused = await askOf({ background: { ...background, offer: () => false } }, otherSignIn.email);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('runs the same queries for a known and an unknown address', async () => {
    const { db, background } = harness.deps;
    const asked = async (email: string): Promise<readonly PropertyKey[]> => {
      const made: PropertyKey[] = [];
      const noting = (real: Database): Database =>
        new Proxy(real, {
          get: (target, name) => {
            if (name === 'transaction') return (work: (tx: Database) => Promise<unknown>) => target.transaction((tx) => work(noting(tx)));
            if (name === 'select' || name === 'insert' || name === 'update' || name === 'delete') made.push(name);
            const value: unknown = Reflect.get(target, name);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
      const app = createServerApp({ ...harness.deps, db: noting(db) });
      const headers = { 'content-type': 'application/json' };
      await app.request('/api/password-reset', { method: 'POST', headers, body: JSON.stringify({ email }) });
      await background.idle();
      return made;
    };
    const unknown = await asked('nobody@frontage.test');
    expect(await asked(otherSignIn.email)).toEqual(unknown);
    expect(unknown.filter((name) => name === 'select').length).toBeGreaterThan(1);
  });

  it('counts nothing against a client that is refused because the queue is full', async () => {
    const full = createServerApp({ ...harness.deps, background: { ...harness.deps.background, offer: () => false } });
    const incoming = { incoming: { socket: { remoteAddress: '192.0.2.75' } } };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'patient@frontage.test' });
    for (let n = 0; n < 6; n += 1)
      expect((await full.request('/api/password-reset', { method: 'POST', headers, body }, incoming)).status).toBe(503);
    expect((await ask('patient@frontage.test', {}, '192.0.2.75')).status).toBe(200);
  });

  it('works once, ends every session of the user, and spends the other links', async () => {
    const session = await harness.signIn(otherSignIn);
    await ask(otherSignIn.email);
    const first = await mailedToken();
    await ask(otherSignIn.email);
    const second = await mailedToken();
    expect((await set(second, 'a new password')).json).toEqual({ data: { ok: true } });
    for (const token of [second, first]) {
      const again = await set(token, 'yet another one');
      expect([again.status, codeOf(again)]).toEqual([422, 'reset_token_invalid']);
    }
    expect((await harness.call('GET', '/api/user', { token: session })).status).toBe(401);
    expect((await harness.call('POST', '/api/login', { body: otherSignIn, from: '192.0.2.71' })).status).toBe(401);
    await harness.signIn({ email: otherSignIn.email, password: 'a new password' });
  });

  it('lets one of two requests with one link through', async () => {
    await ask(otherSignIn.email);
    const token = await mailedToken();
    const both = await Promise.all([set(token, 'password one'), set(token, 'password two')]);
    expect(both.map((got) => got.status).sort()).toEqual([200, 422]);
  });

  it('ends a sign-in that was under way with the old password', async () => {
    later(60 * minuteMs);
    const who = { email: otherSignIn.email, password: 'the password before' };
    await ask(otherSignIn.email);
    await set(await mailedToken(), who.password);
    await ask(otherSignIn.email);
    const token = await mailedToken();
    const { verify } = harness.deps.passwords;
    const slow = createServerApp({
      ...harness.deps,
      passwords: {
        ...harness.deps.passwords,
        verify: async (stored, password) => {
          const matches = await verify(stored, password);
          expect((await set(token, 'the password after')).status).toBe(200);
          return matches;
        },
      },
    });
    const got = await slow.request('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(who),
    });
    expect([got.status, await got.text()]).toEqual([401, expect.stringContaining('invalid_credentials')]);
    expect(await harness.deps.db.$count(tokens, eq(tokens.userId, 2))).toBe(0);
  });

  it('ends after an hour, and belongs to its address', async () => {
    later(60 * minuteMs);
    await ask(otherSignIn.email);
    const token = await mailedToken();
    expect(codeOf(await set(token, 'long enough', demoSignIn.email))).toBe('reset_token_invalid');
    later(60 * minuteMs);
    expect(codeOf(await set(token, 'long enough'))).toBe('reset_token_invalid');
  });

  it('keeps only the hash of the link’s token', async () => {
    await ask(otherSignIn.email);
    const token = await mailedToken();
    const rows = await harness.deps.db.select({ hash: passwordResets.hash }).from(passwordResets);
    expect(rows.map((row) => row.hash)).toContain(hashToken(token));
    expect(rows.map((row) => row.hash)).not.toContain(token);
  });

  it('refuses a short password at its field', async () => {
    const got = await set('x', 'short');
    expect(messagesOf(got)).toEqual({ new_password: 'This needs at least 8 characters.' });
  });

  it('is limited per client and address, known or not', async () => {
    for (let i = 0; i < 5; i += 1) expect((await ask('limited@frontage.test', {}, '192.0.2.72')).status).toBe(200);
    expect((await ask('limited@frontage.test', {}, '192.0.2.72')).status).toBe(429);
    expect((await ask('limited@frontage.test', {}, '192.0.2.73')).status).toBe(200);
  });

  it('reaches the owner while somebody requests many, without flooding the mailbox', async () => {
    later(2 * 60 * minuteMs);
    const mailsTo = () => harness.mails.filter((mail) => mail.to === demoSignIn.email).length;
    const before = mailsTo();
    for (let n = 0; n < 40; n += 1) expect((await ask(demoSignIn.email, {}, `198.51.100.${n}`)).status).toBe(200);
    await harness.deps.background.idle();
    expect(mailsTo()).toBe(before + 5);
    // The owner, during the flood: the last of those links works.
    expect((await ask(demoSignIn.email, {}, '192.0.2.74')).status).toBe(200);
    const last = await mailedToken();
    // The owner gets a new link once the last is two minutes old, whatever others requested in between.
    later(2 * minuteMs);
    expect((await ask(demoSignIn.email, {}, '192.0.2.74')).status).toBe(200);
    const fresh = await mailedToken();
    expect([fresh === last, mailsTo()]).toEqual([false, before + 6]);
    await harness.signIn();
    expect((await set(last, demoSignIn.password, demoSignIn.email)).status).toBe(200);
    expect((await set(fresh, demoSignIn.password, demoSignIn.email)).status).toBe(422);
  });
});

it('logs no token, password or address', async () => {
  const token = await harness.signIn();
  await harness.call('GET', '/api/websites?q=secret-search', { token });
  const log = harness.logs.join('');
  for (const secret of [token, demoSignIn.password, demoSignIn.email, otherSignIn.email, 'secret-search'])
    expect(log).not.toContain(secret);
  expect(log).toContain('"route":"/websites"');
});
