import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conformance } from '../conformance/checks.ts';
import { target } from '../conformance/target.ts';
import { demo, demoWebsites } from '../support/accounts.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

const website = demoWebsites.versatile;
const attempts = 20;
const answerShape = v.object({ data: v.object({ id: v.string() }) });
const listShape = v.object({
  data: v.array(v.looseObject({ redirects_from: v.string() })),
  pagination: v.looseObject({ total: v.number() }),
});

describe('two processes on one PostgreSQL, behind one address', () => {
  let world: TwoServers;
  let api: Api;
  beforeAll(async () => {
    world = await startTwoServers({ SIGN_IN_ATTEMPTS: String(attempts) });
    api = await signedInApi(world.origin, demo);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const create = (path: string, key: string) =>
    api.call('POST', `/websites/${website}/redirects`, { redirects_from: path, redirects_to: '/' }, { 'idempotency-key': key });
  const found = async (word: string) =>
    v.parse(listShape, await (await api.call('GET', `/websites/${website}/redirects?q=${word}&per_page=100`)).json());

  it('are one API: every check of its conformance passes while requests alternate', async () => {
    const before = world.proxy.answered();
    const findings = await conformance(target(`${world.origin}/api`), demo, 'adding');
    expect(findings.filter(({ kind }) => kind !== 'pass')).toEqual([]);
    const shares = world.proxy.answered().map((count, at) => count - (before[at] ?? 0));
    for (const share of shares) expect(share).toBeGreaterThan(findings.length / 3);
  });

  it('do a write once whose key comes to both at the same time', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const twice = await Promise.all([create(`/at-once/${at}`, `at-once-${at}`), create(`/at-once/${at}`, `at-once-${at}`)]);
        return Promise.all(twice.map(async (got) => v.parse(answerShape, await got.json()).data.id));
      }),
    );
    for (const [one, two] of pairs) expect(one).toBe(two);
    expect((await found('at-once')).pagination.total).toBe(20);
  });

  it('show a save at once, whichever is asked for the page', async () => {
    const title = async () => {
      const page = await fetch(`${world.origin}/sites/www.northshorerealty.test/`);
      return /<title>([^<]*)<\/title>/u.exec(await page.text())?.[1];
    };
    for (const name of ['First', 'Second', 'Third']) {
      const saved = await api.call('POST', `/websites/${website}/settings/update`, {
        data: { settings: [{ key: 'homepage_seo_title', value: [name], category: 'homepage_seo_info', type: null }] },
      });
      expect(saved.status).toBe(200);
      expect(await Promise.all([title(), title(), title(), title()])).toEqual([name, name, name, name]);
    }
  });

  it('count the sign-ins of both', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries <= attempts; tries += 1) {
      const body = JSON.stringify({ email: 'counted@frontage.test', password: 'wrong' });
      const got = await fetch(`${world.origin}/api/login`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      statuses.push(got.status);
    }
    expect(statuses).toEqual([...Array.from({ length: attempts }, () => 401), 429]);
  });

  it('lose nothing, and do nothing twice, while one of them is killed and comes back', async () => {
    const writes = 120;
    let sent = 0;
    const writing = async (worker: number) => {
      for (let at = 0; at < writes / 4; at += 1) {
        const send = () => create(`/killed/${worker}-${at}`, `killed-${worker}-${at}`);
        let got = await send();
        // What a killed process has locked, the other one refuses for a moment; a console sends it again, with its key.
        while (got.status === 503) {
          await setTimeout(50);
          got = await send();
        }
        expect(got.status).toBe(201);
        sent += 1;
      }
    };
    const reached = async (count: number) => {
      while (sent < count) await setTimeout(5);
    };
    const killing = async () => {
      for (const [at, server] of world.servers.entries()) {
        await reached((writes / 4) * (2 * at + 1));
        await server.kill();
        await reached((writes / 4) * (2 * at + 1) + 10);
        await server.start();
      }
    };
    await Promise.all([killing(), ...[0, 1, 2, 3].map(writing)]);
    const pages = await Promise.all(
      [0, 1].map((page) => api.call('GET', `/websites/${website}/redirects?q=killed&per_page=100&page=${page}`)),
    );
    const stored = (await Promise.all(pages.map(async (page) => v.parse(listShape, await page.json()).data))).flat();
    expect(new Set(stored.map((each) => each.redirects_from)).size).toBe(writes);
    expect(stored).toHaveLength(writes);
  });
});
