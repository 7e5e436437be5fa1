import { eq, isNotNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { servedCalls } from '#contract/calls/index.ts';
import { createServerApp } from '../app.ts';
import { cleanUpUploads } from '../files/store.ts';
import { purgeWhereRoom } from '../purge.ts';
import { pendingObjects } from '../tables/files.ts';
import { tokens } from '../tables/identity.ts';
import { rateLimits, renderedPages } from '../tables/service.ts';
import { codeOf, type Got, type Harness, startHarness } from '../testing/harness.ts';
import { demoSignIn } from '../seed/seed.ts';
import { multipart, png } from '../testing/uploads.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());
afterEach(() => {
  harness.disk.isLow = false;
  harness.disk.isNearlyFull = false;
});

const save = (change: { readonly fb_link: string }) =>
  harness.call('POST', '/api/websites/1/settings/update', {
    token,
    body: { data: { settings: Object.entries(change).map(([key, value]) => ({ key, value: [value], category: 'social' })) } },
  });
const refusal = (got: Got) => [got.status, codeOf(got), got.headers.get('retry-after')];
const refused = [503, 'unavailable', '30'];

async function signedInWithHandle() {
  const got = await harness.call('POST', '/api/login', { body: demoSignIn });
  const { data } = v.parse(v.object({ data: v.object({ access_token: v.string(), revoke_handle: v.string() }) }), got.json);
  return { token: data.access_token, handle: data.revoke_handle };
}

async function upload() {
  const { body, type } = await multipart([['a.png', png()]], {});
  return harness.call('POST', '/api/websites/1/files', { token, raw: body, headers: { 'content-type': type } });
}

describe('a disk with little room', () => {
  const writes = servedCalls.filter((call) => (call.method !== 'GET' && call.name !== 'preview') || call.name === 'clearCache');
  const reads = servedCalls.filter((call) => !writes.includes(call));
  const address = (path: string) => `/api${path.replace(/\{\w+\}/gu, '1')}`;

  const relief = ['deleteFile', 'logout', 'endSession', 'endOtherSessions', 'revokeSession'];

  it('lets a file be deleted and sessions be ended, until nearly nothing is left', async () => {
    const uploaded = v.parse(v.object({ data: v.array(v.object({ id: v.string() })) }), (await upload()).json).data[0]?.id ?? '';
    const { token: other, handle } = await signedInWithHandle();
    const third = await harness.signIn();
    const fourth = await harness.signIn();
    const fifth = await harness.signIn();
    const sessions = v.object({ data: v.array(v.object({ id: v.string() })) });
    const own = v.parse(sessions, (await harness.call('GET', '/api/user/sessions', { token: fourth })).json).data[0]?.id ?? '';
    harness.disk.isLow = true;
    harness.disk.isNearlyFull = true;
    const remove = () =>
      harness.call('DELETE', `/api/websites/1/files/${uploaded}`, { token, headers: { 'idempotency-key': 'full-disk' } });
    expect(refusal(await remove())).toEqual(refused);
    harness.disk.isNearlyFull = false;
    expect((await remove()).status).toBe(200);
    expect((await harness.call('POST', '/api/logout/revoke', { body: { handle } })).status).toBe(200);
    expect((await harness.call('POST', '/api/logout', { token: third })).status).toBe(200);
    expect((await harness.call('DELETE', `/api/user/sessions/${own}`, { token })).status).toBe(200);
    expect((await harness.call('GET', '/api/user', { token: fifth })).status).toBe(200);
    expect((await harness.call('DELETE', '/api/user/sessions', { token })).status).toBe(200);
    for (const ended of [other, third, fourth, fifth]) expect((await harness.call('GET', '/api/user', { token: ended })).status).toBe(401);
    expect(refusal(await save({ fb_link: 'https://www.facebook.com/low' }))).toEqual(refused);
  });

  it.each(writes.map((call) => [call.name, call] as const))('refuses %s before it reaches the database', async (_, call) => {
    harness.disk.isLow = true;
    harness.disk.isNearlyFull = relief.includes(call.name);
    const deaf = createServerApp({
      ...harness.deps,
      db: new Proxy(harness.deps.db, {
        get: (_db, name) => {
          throw new Error(`the database was asked: ${String(name)}`);
        },
      }),
    });
    const answer = await deaf.request(address(call.path), { method: call.method, headers: { authorization: `Bearer ${token}` } });
    expect(refusal({ status: answer.status, headers: answer.headers, text: '', json: await answer.json() })).toEqual(refused);
  });

  const slowly = (parts: readonly [Uint8Array, Uint8Array], between: () => void) =>
    new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(parts[0]),
        pull: (controller) => {
          between();
          controller.enqueue(parts[1]);
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );

  it.each([
    [
      'a save',
      '/api/websites/1/settings/update',
      { data: { settings: [{ key: 'fb_link', value: ['https://a.example/'], category: 'social' }] } },
    ],
    ['a sign-in', '/api/login', demoSignIn],
    ['a reset', '/api/password-reset', { email: demoSignIn.email }],
  ])('refuses %s whose body arrived while the disk ran full', async (_, path, body) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const raw = slowly([bytes.subarray(0, 9), bytes.subarray(9)], () => {
      harness.disk.isLow = true;
    });
    const before = await harness.deps.db.$count(tokens);
    expect(refusal(await harness.call('POST', path, { token, raw, headers: { 'content-type': 'application/json' } }))).toEqual(refused);
    expect([harness.disk.isLow, await harness.deps.db.$count(tokens)]).toEqual([true, before]);
  });

  it('refuses an upload that was checked while it ran full', async () => {
    const { inspectFile } = harness.deps.workers;
    const workers = {
      ...harness.deps.workers,
      inspectFile: {
        ...inspectFile,
        run: (...args: Parameters<typeof inspectFile.run>) => {
          harness.disk.isLow = true;
          return inspectFile.run(...args);
        },
      },
    };
    const { body, type } = await multipart([['a.png', png()]], {});
    const answer = await createServerApp({ ...harness.deps, workers }).request('/api/websites/1/files', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    });
    expect([answer.status, await harness.deps.db.$count(pendingObjects)]).toEqual([503, 0]);
  });

  it('writes no reset mail whose turn comes on a full disk', async () => {
    const before = harness.mails.length;
    const { background } = harness.deps;
    const offer: typeof background.offer = (work) => {
      harness.disk.isLow = true;
      return background.offer(work);
    };
    const answer = await createServerApp({ ...harness.deps, background: { ...background, offer } }).request('/api/password-reset', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoSignIn.email }),
    });
    expect(answer.status).toBe(200);
    await background.idle();
    expect(harness.mails.length).toBe(before);
  });

  it('still answers reads', async () => {
    harness.disk.isLow = true;
    expect(reads.length).toBeGreaterThan(10);
    for (const call of reads) {
      const got = await harness.call(call.method, address(call.path), { token, ...(call.method === 'GET' ? {} : { body: {} }) });
      expect([call.name, got.status < 500]).toEqual([call.name, true]);
    }
    expect((await harness.call('GET', '/api/health')).status).toBe(200);
  });

  it('shows previews and public pages, and writes nothing for them', async () => {
    harness.disk.isLow = true;
    const { db } = harness.deps;
    await db.delete(renderedPages);
    await db.delete(rateLimits);
    const preview = await harness.call('POST', '/api/websites/1/preview', { token, body: { component: 'index.twig' } });
    expect([preview.status, await db.$count(rateLimits)]).toEqual([200, 0]);
    for (const path of ['', 'robots.txt', 'sitemap.xml'])
      expect((await harness.call('GET', `/sites/www.northshorerealty.test/${path}`)).status).toBe(200);
    expect(await db.$count(renderedPages)).toBe(0);
  });

  it('does not note when a session was seen', async () => {
    const { db } = harness.deps;
    await db.update(tokens).set({ lastSeenAt: null });
    const seen = () => db.$count(tokens, isNotNull(tokens.lastSeenAt));
    harness.disk.isLow = true;
    expect([(await harness.call('GET', '/api/user', { token })).status, await seen()]).toEqual([200, 0]);
    harness.disk.isLow = false;
    expect([(await harness.call('GET', '/api/user', { token })).status, await seen()]).toEqual([200, 1]);
  });

  it('takes saves again as soon as there is room', async () => {
    harness.disk.isLow = true;
    expect(refusal(await save({ fb_link: 'https://www.facebook.com/full' }))).toEqual(refused);
    harness.disk.isLow = false;
    expect((await save({ fb_link: 'https://www.facebook.com/room' })).status).toBe(200);
  });

  it('stops the clean-up from writing to the database', async () => {
    const { db } = harness.deps;
    const long = new Date(harness.time.now.getTime() - 7_200_000);
    await db.insert(pendingObjects).values({ storageKey: 'aa/left', createdAt: long });
    harness.disk.isLow = true;
    await cleanUpUploads(harness.deps, harness.time.now);
    expect(await db.$count(pendingObjects)).toBe(1);
    harness.disk.isLow = false;
    await cleanUpUploads(harness.deps, harness.time.now);
    expect(await db.$count(pendingObjects)).toBe(0);
  });

  it('allows expired rows to be purged, until almost no space is left', async () => {
    const { db } = harness.deps;
    await db.insert(rateLimits).values({ key: 'expired', count: 1, expiresAt: new Date(harness.time.now.getTime() - 1) });
    const left = () => db.$count(rateLimits, eq(rateLimits.key, 'expired'));
    harness.disk.isLow = true;
    harness.disk.isNearlyFull = true;
    await purgeWhereRoom(harness.deps);
    expect(await left()).toBe(1);
    harness.disk.isNearlyFull = false;
    await purgeWhereRoom(harness.deps);
    expect(await left()).toBe(0);
  });

  const bucket = { endpoint: 'https://s3.example', bucket: 'files', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' };

  it.each([
    ['a PostgreSQL and a bucket', 'postgres://elsewhere/x', bucket, 201],
    ['a PostgreSQL and the data folder', 'postgres://elsewhere/x', null, 503],
    ['the embedded database and a bucket', null, bucket, 503],
  ] as const)(
    'that runs full after an upload has arrived is checked at the upload’s destination: %s',
    async (_, databaseUrl, s3, status) => {
      const { workers } = harness.deps;
      const inspectFile: typeof workers.inspectFile = {
        ...workers.inspectFile,
        run: async (...args) => {
          const checked = await workers.inspectFile.run(...args);
          harness.disk.isLow = true;
          return checked;
        },
      };
      const app = createServerApp({
        ...harness.deps,
        config: { ...harness.deps.config, databaseUrl, s3 },
        workers: { ...workers, inspectFile },
      });
      const { body, type } = await multipart([['a.png', png()]], {});
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      const before = await harness.deps.db.$count(pendingObjects);
      expect((await app.request('/api/websites/1/files', { method: 'POST', headers, body })).status).toBe(status);
      expect(await harness.deps.db.$count(pendingObjects)).toBe(before);
    },
  );

  it('does not affect a PostgreSQL elsewhere, except for writes to the data folder', async () => {
    const elsewhere = createServerApp({
      ...harness.deps,
      config: { ...harness.deps.config, databaseUrl: 'postgres://elsewhere/x' },
      disk: { isLow: async () => true, isNearlyFull: async () => true },
    });
    const post = async (path: string, body: unknown) =>
      (
        await elsewhere.request(`/api${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status;
    expect(await post('/login', demoSignIn)).toBe(200);
    expect(await post('/websites/1/files', {})).toBe(503);
    expect(await post('/password-reset', { email: demoSignIn.email })).toBe(503);
  });
});

describe('a disk that is full all the same', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

  it('is reported by the database', async () => {
    const { db } = harness.deps;
    await db.update(tokens).set({ lastSeenAt: null });
    await db.execute(
      sql.raw(
        `create function disk_full() returns trigger language plpgsql as $$ begin raise sqlstate '53100' using message = 'could not extend file'; end $$`,
      ),
    );
    await db.execute(sql.raw('create trigger full_settings before insert or update on settings execute function disk_full()'));
    await db.execute(sql.raw('create trigger full_tokens before update on tokens execute function disk_full()'));
    await db.execute(sql.raw('create trigger full_pages before insert or update on rendered_pages execute function disk_full()'));
    try {
      // The user is identified, though the last use can't be stored.
      expect((await harness.call('GET', '/api/user', { token })).status).toBe(200);
      expect(refusal(await save({ fb_link: 'https://www.facebook.com/53100' }))).toEqual(refused);
      // A page that can't be cached is shown all the same.
      await db.delete(renderedPages);
      expect((await harness.call('GET', '/sites/www.northshorerealty.test/')).status).toBe(200);
      expect(await db.$count(renderedPages)).toBe(0);
    } finally {
      await db.execute(sql.raw('drop function disk_full() cascade'));
    }
    expect((await save({ fb_link: 'https://www.facebook.com/after' })).status).toBe(200);
    expect(harness.logs.join('')).toContain('"event":"disk full"');
  });

  it('is reported by the storage, and the upload leaves nothing behind', async () => {
    const put = harness.deps.storage.put;
    const storage = {
      ...harness.deps.storage,
      put: async (...args: Parameters<typeof put>) => {
        await put(...args);
        throw full;
      },
    };
    const { body, type } = await multipart([['a.png', png()]], {});
    const answer = await createServerApp({ ...harness.deps, storage }).request('/api/websites/1/files', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await harness.deps.db.$count(pendingObjects)).toBe(0);
    expect((await upload()).status).toBe(201);
  });

  it.each(['demo@frontage.test', 'nobody@frontage.test'])(
    'is logged where a mail finds no room, and the log contains no address: %s',
    async (email) => {
      const mailer = { prepare: () => Promise.reject(full) };
      const before = harness.logs.length;
      const answer = await createServerApp({ ...harness.deps, mailer }).request('/api/password-reset', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      expect(answer.status).toBe(200);
      await harness.deps.background.idle();
      expect(harness.logs.slice(before).join('')).toMatch(/"background".*ENOSPC/u);
    },
  );
});
