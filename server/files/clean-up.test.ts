import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pendingObjects } from '../tables/files.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { cleanUpUploads } from './clean-up.ts';
import { abandonedAfterMs } from './store.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

it('removes what a crash left behind, and leaves what may be under way', async () => {
  const { deps, time } = harness;
  const now = time.now.getTime();
  const put = async (storageKey: string, age: number) => {
    await deps.db.insert(pendingObjects).values({ storageKey, createdAt: new Date(now - age) });
    await deps.storage.put(storageKey, { blob: new Blob(['x']), mimeType: 'image/png', sha256: '' });
  };
  const folder = async (name: string, age: number) => {
    await mkdir(join(deps.uploadsDir, name), { recursive: true });
    await utimes(join(deps.uploadsDir, name), new Date(now - age), new Date(now - age));
  };
  await put('ab/old', abandonedAfterMs);
  await put('ab/young', abandonedAfterMs - 1);
  // Noted, and then the process died before the first byte.
  await deps.db.insert(pendingObjects).values({ storageKey: 'ab/never', createdAt: new Date(now - abandonedAfterMs) });
  await folder('old', abandonedAfterMs + 1);
  await folder('young', 1000);
  await cleanUpUploads(deps, time.now);
  expect((await deps.db.select().from(pendingObjects)).map((row) => row.storageKey)).toEqual(['ab/young']);
  expect([await deps.storage.get('ab/old'), (await deps.storage.get('ab/young')) === null]).toEqual([null, false]);
  expect(await readdir(deps.uploadsDir)).toEqual(['young']);
});
