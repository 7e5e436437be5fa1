import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerApp } from '../app.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { multipart, png } from '../testing/uploads.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

describe('more uploads than one account may have under way', () => {
  it('are refused until others are done', async () => {
    harness.time.now = new Date('2026-06-02T11:00:00.000Z');
    const finish = Promise.withResolvers<{ readonly kind: 'stopped' }>();
    const { workers } = harness.deps;
    const app = createServerApp({
      ...harness.deps,
      workers: { ...workers, inspectFile: { ...workers.inspectFile, run: () => finish.promise } },
    });
    const { body, type } = await multipart([['a.png', png()]], {});
    const upload = () =>
      app.request('/api/websites/1/files', { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': type }, body });
    const all = Array.from({ length: 49 }, upload);
    const refused = await Promise.race(all);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    finish.resolve({ kind: 'stopped' });
    expect((await Promise.all(all)).filter(({ status }) => status === 422)).toHaveLength(48);
    expect((await upload()).status).toBe(422);
  });

  describe('are asked to come back, well before a silent connection is cut off,', () => {
    const uploadTo = async (app: ReturnType<typeof createServerApp>) => {
      const { body, type } = await multipart([['a.png', png()]], {});
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      return app.request('/api/websites/1/files', { method: 'POST', headers, body });
    };
    const config = () => ({ ...harness.deps.config, answerSeconds: 0.3 });

    it('where their turn does not come', async () => {
      const finish = Promise.withResolvers<{ readonly kind: 'stopped' }>();
      const { workers } = harness.deps;
      const inspectFile = { ...workers.inspectFile, run: () => finish.promise };
      const app = createServerApp({ ...harness.deps, config: config(), workers: { ...workers, inspectFile } });
      const all = Array.from({ length: 9 }, () => uploadTo(app));
      const refused = await Promise.race(all);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
      finish.resolve({ kind: 'stopped' });
      expect((await Promise.all(all)).filter(({ status }) => status === 422)).toHaveLength(8);
    });

    it('where no thread has time for their files', async () => {
      const { workers } = harness.deps;
      const run: typeof workers.inspectFile.run = (_, { signal }) =>
        new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ kind: 'abandoned' })));
      const app = createServerApp({
        ...harness.deps,
        config: config(),
        workers: { ...workers, inspectFile: { ...workers.inspectFile, run } },
      });
      const refused = await uploadTo(app);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    });
  });
});
