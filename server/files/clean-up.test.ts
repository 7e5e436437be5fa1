import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { files, pendingObjects } from '../tables/files.ts';
import type { Storage } from '../storage/storage.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { abandonedAfterMs, cleanUpUploads, insertFiles } from './store.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

it('removes uploads that a crash left behind, and leaves those that may still be running', async () => {
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
  // Recorded, and then the process died before the first byte.
  await deps.db.insert(pendingObjects).values({ storageKey: 'ab/never', createdAt: new Date(now - abandonedAfterMs) });
  await folder('old', abandonedAfterMs + 1);
  await folder('young', 1000);
  await cleanUpUploads(deps, time.now);
  expect((await deps.db.select().from(pendingObjects)).map((row) => row.storageKey)).toEqual(['ab/young']);
  expect([await deps.storage.get('ab/old'), (await deps.storage.get('ab/young')) === null]).toEqual([null, false]);
  expect(await readdir(deps.uploadsDir)).toEqual(['young']);
});

it('leaves an upload that may still be coming, however long that may take', async () => {
  const { deps, time } = harness;
  const patient = { ...deps, config: { ...deps.config, requestSeconds: 7200 } };
  const folder = join(deps.uploadsDir, 'slow');
  const age = async (ms: number) => {
    await mkdir(folder, { recursive: true });
    await utimes(folder, new Date(time.now.getTime() - ms), new Date(time.now.getTime() - ms));
    await cleanUpUploads(patient, time.now);
  };
  await age(14_400_000);
  expect(await readdir(deps.uploadsDir)).toContain('slow');
  await age(14_400_001);
  expect(await readdir(deps.uploadsDir)).not.toContain('slow');
});

const noted = async (storageKey: string) => {
  const { deps, time } = harness;
  await deps.db.insert(pendingObjects).values({ storageKey, createdAt: new Date(time.now.getTime() - abandonedAfterMs) });
};

it('removes half-written objects of a crash', async () => {
  const { deps, time } = harness;
  // No file's key begins so: the storage contains nothing else.
  const folder = join(deps.uploadsDir, '..', 'files', 'zz');
  await noted('zz/half');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'half.part'), 'x');
  await cleanUpUploads(deps, time.now);
  expect(await readdir(folder)).toEqual([]);
});

it('removes no object whose upload succeeds at that moment', async () => {
  const { deps, time } = harness;
  const id = '7d9f2c8e-0000-4000-8000-00000000000a';
  const file = {
    kind: 'checked',
    path: '',
    name: 'a.png',
    mimeType: 'image/png',
    bytes: 1,
    sha256: '',
    width: 1,
    height: 1,
    remarks: [],
  } as const;
  await noted('ef/slow');
  const upload = () => deps.db.transaction((tx) => insertFiles(tx, 1, [{ id, storageKey: 'ef/slow', file }], {}, time.now));
  let uploaded: Promise<unknown> | undefined;
  const removed: string[] = [];
  const storage: Storage = {
    ...deps.storage,
    remove: async (key) => {
      uploaded ??= upload().catch((error: unknown) => error);
      removed.push(key);
    },
  };
  await cleanUpUploads({ ...deps, storage }, time.now);
  expect(removed).toEqual(['ef/slow']);
  expect(await uploaded).toEqual(new Error('the upload took so long that it was cleaned up'));
  expect(await deps.db.$count(files, eq(files.id, id))).toBe(0);
});

it('keeps the record of an object that the storage did not remove, and goes on with the others', async () => {
  const { deps, time } = harness;
  await noted('gh/one');
  await noted('gh/two');
  const storage: Storage = { ...deps.storage, remove: async (key) => (key === 'gh/one' ? Promise.reject(new Error('no')) : undefined) };
  await cleanUpUploads({ ...deps, storage }, time.now);
  const left = async () => (await deps.db.select().from(pendingObjects)).map((row) => row.storageKey).filter((key) => key.includes('gh/'));
  expect(await left()).toEqual(['removing:gh/one']);
  const removed: string[] = [];
  await cleanUpUploads({ ...deps, storage: { ...deps.storage, remove: async (key) => void removed.push(key) } }, time.now);
  expect([removed, await left()]).toEqual([['gh/one'], []]);
});

it('holds no connection while it calls the storage', async () => {
  const { deps, time } = harness;
  await noted('ij/slow');
  // The embedded engine's only connection would never be free for this test.
  const remove = async () => void (await deps.db.select().from(files).limit(1));
  await cleanUpUploads({ ...deps, storage: { ...deps.storage, remove } }, time.now);
  expect(await deps.db.$count(pendingObjects, eq(pendingObjects.storageKey, 'removing:ij/slow'))).toBe(0);
});
