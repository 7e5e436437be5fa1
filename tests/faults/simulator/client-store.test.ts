import { describeDeviceStore } from '#db/testing/device-store-suite.ts';
import type { StoreDevice } from '#db/testing/store-device.ts';
import { describeUploads } from '#db/testing/uploads-suite.ts';
import { describe } from 'vitest';
import { MemoryDatabase } from './memory-database.ts';
import { MemoryDisk } from './memory-disk.ts';
import { openMemoryStore } from './open-memory-store.ts';

let ids = 0;
function newId(): string {
  ids += 1;
  return `op-${ids}`;
}

function memoryDevice(): StoreDevice {
  const disk = new MemoryDisk();
  return {
    open: (options = {}) => openMemoryStore(new MemoryDatabase(disk), { now: Date.now, newId, ...options }),
    failNextWrite: () => disk.failNext('write'),
  };
}

describe('the store in memory', () => describeDeviceStore(memoryDevice));
describe('files in memory', () => describeUploads(memoryDevice));
