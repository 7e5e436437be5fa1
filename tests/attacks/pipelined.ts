import { setTimeout as sleep } from 'node:timers/promises';
import { openCrowd } from './crowd.ts';
import { slowest } from './observe.ts';
import type { Row } from './rows.ts';
import { type Attack, becomes, healthPath } from './scene.ts';

const connections = 20;
const requestsEach = 5000;
const sitePath = '/sites/www.northshorerealty.test/';
const watchedMs = 20_000;
/** Time until freed memory shows in the figures. ms. */
const restMs = 2000;

/** Thousands of requests on each connection, whose answers nobody waits for or reads. */
export const pipelined: Attack = {
  title: 'Pipelined requests, nobody signed in',
  deadlineMs: 120_000,
  run: async (scene) => {
    const target = await scene.startTarget();
    const each = scene.scaled(requestsEach);
    const before = target.residentMb();
    const observation = await scene.observe(target, healthPath, 50);
    const crowd = await openCrowd(target.port, connections, `GET ${sitePath} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(each));
    scene.atEnd(crowd.destroy);
    await becomes(() => crowd.open() === 0, watchedMs);
    const observed = await observation.end();
    const open = crowd.open();
    crowd.destroy();
    await sleep(restMs);
    const name = `${connections} connections with ${each} requests each`;
    const rows: readonly Row[] = [
      {
        ...{ name: `${name}: resident memory`, unit: 'MB' },
        ...{ before, during: observed.peakMb, after: target.residentMb(), bound: { of: 'growth', atMost: 100 } },
      },
      { name: `${name}: still held`, unit: 'connections', during: connections, after: open, bound: { of: 'after', atMost: 0 } },
      { name: `${name}: health, slowest`, unit: 'ms', during: slowest(observed), bound: { of: 'during', atMost: 1000 } },
    ];
    return { rows };
  },
};
