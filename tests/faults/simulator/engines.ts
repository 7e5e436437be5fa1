import type { ClientDatabase } from '#db/stores.ts';
import { DexieDatabase } from '#db/dexie-database.ts';
import { MemoryDatabase } from './memory-database.ts';
import { MemoryDisk } from './memory-disk.ts';

/** One device, on which several tabs open the same database. */
export interface TestDevice {
  open(): Promise<ClientDatabase>;
  /** The next write of a row finds no room on the disk. */
  failNextWrite(): void;
}

/** The engines that the database tests run on: the console's own, and the simulator's. */
export const engines: readonly { readonly name: string; readonly device: () => TestDevice }[] = [
  { name: 'Dexie', device: dexieDevice },
  { name: 'MemoryDatabase', device: memoryDevice },
];

let devices = 0;

function dexieDevice(): TestDevice {
  devices += 1;
  const name = `engine-${devices}`;
  return {
    async open() {
      const database = new DexieDatabase(name);
      await database.open();
      return database;
    },
    failNextWrite() {
      const methods = ['add', 'put'] as const;
      const native = methods.map((method) => IDBObjectStore.prototype[method]);
      const restore = () => Object.assign(IDBObjectStore.prototype, { add: native[0], put: native[1] });
      for (const method of methods)
        IDBObjectStore.prototype[method] = function fail() {
          restore();
          this.transaction.abort();
          throw new DOMException('full', 'QuotaExceededError');
        };
    },
  };
}

function memoryDevice(): TestDevice {
  const disk = new MemoryDisk();
  return { open: () => Promise.resolve(new MemoryDatabase(disk)), failNextWrite: () => disk.failNext('write') };
}
