import { MemoryDatabase } from './memory-database.ts';
import { MemoryDisk } from './memory-disk.ts';
import type { SimulatedDevice } from './simulated-device.ts';

/** A device in memory: the same seed does the same on it, to the last microtask. */
export function memoryDevice(): SimulatedDevice {
  const disk = new MemoryDisk();
  return {
    disk,
    open(turn, begins) {
      const database = new MemoryDatabase(disk, { turn, begins });
      return { database, crash: () => database.crash() };
    },
    async addEntry(entry) {
      disk.tables.outbox.write(entry, 'add', []);
    },
    rest: null,
    close: () => Promise.resolve(),
  };
}
