import { createServer } from 'node:http';
import { listening } from '#server/testing/listening.ts';
import { describe, expect, it } from 'vitest';
import { demo } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { startServer } from '../support/server.ts';
import { clientsOnMix } from './clients.ts';
import { connections } from './connections.ts';
import { countOf, nothingMeasured, note } from './measured.ts';
import { residentOf } from './memory.ts';
import { cycleOf, mix } from './mix.ts';
import { readOptions } from './options.ts';
import { clientsOnUncachedPages } from './page-rush.ts';
import { ratiosOf, tableOf } from './report.ts';
import { sitesOf } from './site.ts';

const signal = new AbortController().signal;

describe('the command line', () => {
  it('asks for fifty clients and a minute where it says nothing', () => {
    expect(readOptions([])).toMatchObject({
      ok: true,
      options: { mode: 'mix', clients: 50, seconds: 60, rounds: 1, target: { kind: 'embedded' } },
    });
  });

  it('takes each side an even number of times in a comparison', () => {
    expect(readOptions(['--compare', '../other', '--seconds', '8'])).toMatchObject({
      ok: true,
      options: { seconds: 8, rounds: 4, compare: '../other' },
    });
  });

  it.each(['http://127.0.0.1:4400', 'http://localhost:4400/', 'http://[::1]:4400'])(
    'takes the running server %s, and only reads',
    (origin) => {
      expect(readOptions(['--origin', origin])).toMatchObject({
        ok: true,
        options: { target: { kind: 'origin', origin: new URL(origin).origin, writes: false } },
      });
    },
  );

  it.each([
    ['a server elsewhere', ['--origin', 'http://192.0.2.1:4400']],
    ['a name that only begins like this machine', ['--origin', 'http://127.0.0.1.example.com']],
    ['an address that is none', ['--origin', 'localhost']],
    ['more clients than the bound', ['--clients', '1001']],
    ['more time than the bound', ['--seconds', '601']],
    ['a number that is none', ['--seconds', '1e9']],
    ['two servers', ['--origin', 'http://127.0.0.1:1', '--postgres', 'postgres://127.0.0.1']],
    ['a comparison with a server that runs', ['--origin', 'http://127.0.0.1:1', '--compare', '..']],
    ['an unknown flag', ['--forever']],
  ])('refuses %s', (_, args) => {
    expect(readOptions(args)).toMatchObject({ ok: false });
  });

  it('hands variables to the servers, equals signs included', () => {
    expect(readOptions(['--env', 'A=1', '--env', 'B=x=y'])).toMatchObject({ ok: true, options: { env: { A: '1', B: 'x=y' } } });
  });
});

it('spreads every kind over the cycle by its weight', () => {
  const names = cycleOf(mix).map(({ name }) => name);
  for (const { name, weight } of mix) expect(names.filter((other) => other === name)).toHaveLength(weight);
  expect(names.some((name, at) => name === names[at + 1])).toBe(false);
});

it('distinguishes refusals, timeouts and lost connections, and counts only answered requests', () => {
  const measured = nothingMeasured();
  for (const ms of [1, 2, 3, 4]) note(measured, 'page', 200, ms);
  note(measured, 'page', 503, 900);
  note(measured, 'page', 'lost', 900);
  measured.seconds = 2;
  expect(tableOf(measured)).toMatch(/page +4 +2\.00 +2\.00 +4\.00 +4\.00 +2 \(503: 1, lost: 1\)/u);
  expect(countOf(measured)).toBe(6);
});

it('says how this compares with the other, and nothing where one side has no figure', () => {
  const side = (ms: number) => {
    const measured = nothingMeasured();
    note(measured, 'page', 200, ms);
    measured.seconds = 1;
    return measured;
  };
  const own = side(10);
  note(own, 'file', 200, 1);
  const table = ratiosOf(own, side(5));
  expect(table).toMatch(/page +1\.00x +2\.00x +2\.00x +2\.00x/u);
  expect(table).toMatch(/file +- +- +- +-/u);
});

it('reads the memory of a process that runs, and none of one that does not', () => {
  expect(residentOf(process.pid)).toBeGreaterThan(10);
  expect(residentOf(0)).toBeNull();
});

it('says of a connection that is cut that it was lost', async () => {
  const server = createServer((request) => request.socket.destroy());
  const pool = connections(`http://127.0.0.1:${await listening(server)}`);
  expect(await pool.send({ method: 'GET', path: '/' })).toBe('lost');
  pool.close();
  server.close();
});

describe('on a real server', () => {
  it('sends no more than it may, every kind of it, and all is answered', async () => {
    await using server = await startServer();
    const sites = await sitesOf(server.origin, demo);
    const measured = nothingMeasured();
    await clientsOnMix({ origin: server.origin, sites, clients: 4, seconds: 600, signal }, mix, measured, { requests: 80 });
    expect(countOf(measured)).toBe(80);
    expect([...measured.kinds].map(([name, { errors }]) => [name, [...errors]]).toSorted()).toEqual(
      mix.map(({ name }) => [name, []]).toSorted(),
    );
    const api = await signedInApi(server.origin, demo);
    // Clients share the requests: a slow one may end before its first save.
    const links = await Promise.all(['1', '2', '3'].map((id) => api.setting(id, 'social', 'fb_link')));
    expect(links).toContainEqual(expect.stringMatching(/\/load-\d+$/u));
  });

  it('asks for pages that are not cached, with a file beside them, until it is stopped', async () => {
    await using server = await startServer();
    const sites = await sitesOf(server.origin, demo);
    const measured = nothingMeasured();
    const stop = new AbortController();
    const round = { origin: server.origin, sites, clients: 6, seconds: 600, signal: stop.signal };
    const [site, ...others] = round.sites;
    if (!site) throw new Error('the demo has no site');
    // The first site's cache is cleared at the start of each turn: the second clearing shows that a whole turn is done.
    let turns = 0;
    const counted = {
      ...site,
      get clearCache() {
        turns += 1;
        if (turns === 2) stop.abort();
        return site.clearCache;
      },
    };
    await clientsOnUncachedPages({ ...round, sites: [counted, ...others] }, measured);
    expect(measured.kinds.get('uncached page')?.times.length).toBe(12);
    expect([...measured.kinds.values()].flatMap(({ errors }) => [...errors])).toEqual([]);
    expect(measured.kinds.get('static file beside')?.times.length).toBeGreaterThan(0);
  });
});
