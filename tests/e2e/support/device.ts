import { expect, type Page } from 'playwright/test';

/** The number of rows in a table of the client store. Does not create a store: its first version would be wrong. */
export function deviceRows(page: Page, table: 'outbox' | 'tabDrafts' | 'resources' | 'log' | 'files'): Promise<number> {
  return page.evaluate(async (name) => {
    if (!(await indexedDB.databases()).some((database) => database.name === 'frontage')) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('frontage');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        const counting = database.transaction(name).objectStore(name).count();
        counting.onerror = () => reject(counting.error);
        counting.onsuccess = () => {
          database.close();
          resolve(counting.result);
        };
      };
    });
  }, table);
}

/** Waits until the outbox is empty, as long as it gets shorter: how long thirty saves take depends on the machine. */
export async function outboxEmptied(page: Page): Promise<void> {
  for (let left = await deviceRows(page, 'outbox'); left > 0; left = await deviceRows(page, 'outbox')) {
    await expect.poll(() => deviceRows(page, 'outbox'), 'the outbox gets shorter').toBeLessThan(left);
  }
}

/** Waits until this many screens have a stored draft. */
export async function idleDrafts(page: Page, count: number): Promise<void> {
  await expect.poll(() => deviceRows(page, 'tabDrafts')).toBe(count);
}

/** Everything that is stored on the device, as one text: Web Storage and all of IndexedDB. */
export function restingText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [JSON.stringify({ ...localStorage })];
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const table of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = database.transaction(table).objectStore(table).getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => resolve(reading.result);
        });
        parts.push(JSON.stringify(rows));
      }
      database.close();
    }
    return parts.join('\n');
  });
}
