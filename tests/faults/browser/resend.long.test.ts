import { createServer } from 'node:http';
import { listening } from '#server/testing/listening.ts';
import { chromium } from 'playwright';
import { expect, it } from 'vitest';
import { chromiumOptions } from '../../support/browser.ts';
import type { Fault } from './fault-schedule.ts';
import { callHeader, startFaultyProxy } from './faulty-proxy.ts';
import { nameCalls } from './name-calls.ts';

/** One POST by `fetch`, on a reused connection that is cut when the API has applied the request. */
async function oneCall(keys: boolean) {
  let taken = 0;
  const api = createServer(async (request, response) => {
    await request.resume().toArray();
    if (request.method === 'POST') taken += 1;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Page</title>');
  });
  const port = await listening(api);
  await using made = new AsyncDisposableStack();
  made.defer(() => {
    api.closeAllConnections();
    api.close();
  });
  const faults: Fault[] = ['answerLost'];
  const proxy = made.use(await startFaultyProxy({ draw: (isWrite) => (isWrite && faults.shift()) || null, holdMs: () => 0, keys }));
  proxy.leadTo(`http://127.0.0.1:${port}`);
  const browser = await chromium.launch(chromiumOptions());
  made.defer(() => browser.close());
  const page = await browser.newPage();
  await page.addInitScript(nameCalls, callHeader);
  await page.goto(proxy.origin);
  const status = await page.evaluate(() =>
    fetch('/api/saves', { method: 'POST', body: '{}', headers: { 'idempotency-key': 'k' } }).then(
      ({ status }) => status,
      () => null,
    ),
  );
  return { status, taken, arrived: proxy.writes(), ...proxy.resends() };
}

it('Chromium sends a POST again by itself: an API that knows the key receives it twice', async () => {
  expect(await oneCall(true)).toEqual({ status: 200, taken: 2, arrived: 2, all: 1, keptBack: 0 });
});

it('an API that ignores the key would apply it twice: the repeat is counted and not forwarded', async () => {
  const { status, taken, arrived, all, keptBack } = await oneCall(false);
  expect([status, taken]).toEqual([null, 1]);
  expect([arrived - 1, keptBack]).toEqual([all, all]);
  expect(all).toBeGreaterThan(0);
});
