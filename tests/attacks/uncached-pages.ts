import { setTimeout as sleep } from 'node:timers/promises';
import { nothingMeasured } from '../load/measured.ts';
import { clientsOnUncachedPages } from '../load/page-rush.ts';
import { tableOf } from '../load/report.ts';
import { sitesOf } from '../load/site.ts';
import { demo } from '../support/accounts.ts';
import { p95, slowest } from './observe.ts';
import type { Attack } from './scene.ts';

const clients = 100;
const seconds = 20;

/** A crowd requests public pages whose cache is cleared again and again; another client requests a file of the console. */
export const uncachedPages: Attack = {
  title: 'A crowd at pages that are not cached',
  deadlineMs: 300_000,
  run: async (scene) => {
    const target = await scene.startTarget();
    const sites = await sitesOf(target.origin, demo);
    const staticFile = sites[0]?.staticFile.path ?? '/';
    const stop = new AbortController();
    scene.atEnd(() => stop.abort());
    const round = { origin: target.origin, sites, clients: scene.scaled(clients), signal: stop.signal };
    // Compiles the code and starts the threads.
    await clientsOnUncachedPages({ ...round, clients: 3, seconds: 1 }, nothingMeasured());
    const before = target.residentMb();
    const observation = await scene.observe(target, staticFile, 25);
    const measured = nothingMeasured();
    await clientsOnUncachedPages({ ...round, seconds: scene.scaled(seconds) }, measured);
    const observed = await observation.end();
    await sleep(1000);
    const pages = measured.kinds.get('uncached page');
    const rate = (pages?.times.length ?? 0) / measured.seconds;
    const failed = [...(pages?.errors ?? [])].reduce((sum, [, some]) => sum + some, 0);
    return {
      rows: [
        { name: 'pages', unit: 'a second', during: rate, bound: { of: 'during', atLeast: 60 } },
        { name: 'pages that were not answered with 2xx', unit: '', during: failed, bound: { of: 'during', atMost: 0 } },
        { name: 'a page, p95', unit: 'ms', during: p95(pages?.times ?? []) },
        { name: 'static file meanwhile, p95', unit: 'ms', during: p95(observed.times), bound: { of: 'during', atMost: 200 } },
        { name: 'static file meanwhile, slowest', unit: 'ms', during: slowest(observed) },
        { name: 'resident memory', unit: 'MB', before, during: observed.peakMb, after: target.residentMb() },
      ],
      notes: [`${round.clients} clients for ${measured.seconds.toFixed(1)} s:\n\n${tableOf(measured)}`],
    };
  },
};
