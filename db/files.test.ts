import 'fake-indexeddb/auto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DexieDatabase } from './dexie-database.ts';
import { createFiles } from './files.ts';

it('reads the state of a file again where the first reading failed', async () => {
  const db = new DexieDatabase(`files-${Math.random()}`);
  onTestFinished(() => db.delete());
  vi.spyOn(db.idMap, 'get').mockRejectedValueOnce(Object.assign(new Error('The device failed.'), { name: 'UnknownError' }));
  const [states, failures] = [vi.fn(), vi.fn()];
  onTestFinished(createFiles(db, Date.now, failures).watch('u1', 'local:1', states));
  await expect.poll(() => states.mock.calls).toEqual([[{ kind: 'gone' }]]);
  expect(failures).toHaveBeenCalledOnce();
});
