import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tooComplexMessage } from '#contract/uploads.ts';
import { createServerApp } from '../app.ts';
import { sanitizeSvg } from '../files/svg/sanitize-svg.ts';
import { files, pendingObjects } from '../tables/files.ts';
import { renderedPages } from '../tables/service.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';
import { hardToCheck } from '../testing/hard-svg.ts';
import { multipart, svg } from '../testing/uploads.ts';
import type { UnfinishedJob } from './worker-pool.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

/** A fixed number, whatever the machine: the calling thread pays for each call, too. */
const questions = 20;

describe('ten files that are hard to check, at once', () => {
  it('cost the thread that answers little, which answers meanwhile', async () => {
    const text = new TextDecoder().decode(svg(hardToCheck));
    // The first run compiles the code, which the threads do separately.
    sanitizeSvg(text);
    const usedBefore = process.threadCpuUsage();
    expect(sanitizeSvg(text)).toEqual({ refused: 'tooMuch' });
    const used = process.threadCpuUsage(usedBefore);
    const bodies = await Promise.all(Array.from({ length: 10 }, () => multipart([['a.svg', svg(hardToCheck)]], {})));

    let pending = true;
    const cpuBefore = process.threadCpuUsage();
    const sent = Promise.all(
      bodies.map(({ body, type }) =>
        harness.call('POST', '/api/websites/1/files', { token, raw: body, headers: { 'content-type': type } }),
      ),
    ).finally(() => {
      pending = false;
    });
    const waits: number[] = [];
    while (pending && waits.length < questions) {
      const asked = performance.now();
      expect((await harness.call('GET', '/api/health')).status).toBe(200);
      waits.push(performance.now() - asked);
    }
    const answers = await sent;
    const cpu = process.threadCpuUsage(cpuBefore);
    console.info(
      `During ten checks at once health was asked ${waits.length} times and answered after at most ${Math.max(...waits).toFixed(1)} ms.`,
    );
    expect(answers.map((got) => [got.status, messagesOf(got)])).toEqual(answers.map(() => [422, { 'files[]': tooComplexMessage }]));
    // On this thread they would take ten times the processor time of one job, which does not depend on how busy the machine is.
    const usage = (spent: { readonly user: number; readonly system: number }) => spent.user + spent.system;
    expect(usage(cpu) / (usage(used) * 10)).toBeLessThan(0.5);
  });
});

describe.each([{ kind: 'stopped' }, { kind: 'busy' }] as const)('where a worker answers $kind', (unfinished: UnfinishedJob) => {
  const ask = async (
    path: string,
    init: { method?: string; body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  ): Promise<Got> => {
    const pool = { run: async () => unfinished, close: async () => undefined };
    const app = createServerApp({ ...harness.deps, workers: { inspectFile: pool, renderPage: pool, close: pool.close } });
    const answer = await app.request(path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: text.startsWith('{') ? JSON.parse(text) : null };
  };
  const retryAfter = unfinished.kind === 'busy' ? '5' : null;

  it('an upload is refused, and leaves nothing behind', async () => {
    const traces = async () => [
      await harness.deps.db.$count(files),
      await harness.deps.db.$count(pendingObjects),
      await readdir(harness.deps.uploadsDir).catch(() => []),
    ];
    const before = await traces();
    const { body, type } = await multipart([['a.svg', svg('')]], {});
    const got = await ask('/api/websites/1/files', { method: 'POST', body, headers: { 'content-type': type } });
    if (unfinished.kind === 'busy') expect([got.status, codeOf(got)]).toEqual([503, 'unavailable']);
    else expect([got.status, messagesOf(got)]).toEqual([422, { 'files[]': tooComplexMessage }]);
    expect([got.headers.get('retry-after'), await traces()]).toEqual([retryAfter, before]);
  });

  it('a preview is not rendered', async () => {
    const body = JSON.stringify({ component: 'index.twig' });
    const got = await ask('/api/websites/1/preview', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect([got.status, codeOf(got), got.headers.get('retry-after')]).toEqual([503, 'unavailable', retryAfter]);
  });

  it('a public page must be requested again, and nothing is cached in its place', async () => {
    const got = await ask('/sites/www.northshorerealty.test/', {});
    expect([got.status, got.headers.get('retry-after')]).toEqual([503, '5']);
    expect(got.text).toContain('<title>Please try again</title>');
    expect(got.headers.get('content-security-policy')).toBe('sandbox allow-scripts allow-forms allow-popups');
    expect(await harness.deps.db.$count(renderedPages)).toBe(0);
  });
});
