import { describeSaveTurns } from '#db/testing/save-turns-suite.ts';
import { describeBlocks } from '#db/testing/blocks-suite.ts';
import { describeClientStore } from '#db/testing/client-store-suite.ts';
import { describeUnnamedUploads } from '#db/testing/unnamed-uploads-suite.ts';
import { describeOutbox } from '#db/testing/outbox-suite.ts';
import type { StoreDevice } from '#db/testing/store-device.ts';
import { describeConfirmedWrites } from '#db/testing/confirmed-writes-suite.ts';
import { describeCreatedRecords } from '#db/testing/created-records-suite.ts';
import { describeParts } from '#db/testing/parts-suite.ts';
import { describeRecordIds } from '#db/testing/record-ids-suite.ts';
import { describeRecordActs } from '#db/testing/record-acts-suite.ts';
import { describeRecords } from '#db/testing/records-suite.ts';
import { describeTrouble } from '#db/testing/trouble-suite.ts';
import { describeRejectedUploads } from '#db/testing/rejected-uploads-suite.ts';
import { describeUploads } from '#db/testing/uploads-suite.ts';
import { describeWaits } from '#db/testing/waits-suite.ts';
import { schemaVersion } from '#db/stores.ts';
import { describe, expect, it } from 'vitest';
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
    fillUntilFreed: (rows) => disk.fillUntilFreed(rows),
  };
}

describe('the store in memory', () => describeClientStore(memoryDevice));
describe('files in memory', () => describeUploads(memoryDevice));
describe('files that are refused in memory', () => describeRejectedUploads(memoryDevice));
describe('files that are left in memory', () => describeUnnamedUploads(memoryDevice));
describe('blocks in memory', () => describeBlocks(memoryDevice));
describe('the outbox in memory', () => describeOutbox(memoryDevice));
describe('own saves in memory', () => describeConfirmedWrites(memoryDevice));
describe('records in memory', () => describeRecords(memoryDevice));
describe('acts of records in memory', () => describeRecordActs(memoryDevice));
describe('created records in memory', () => describeCreatedRecords(memoryDevice));
describe('ids of records in memory', () => describeRecordIds(memoryDevice));
describe('parts of records in memory', () => describeParts(memoryDevice));
describe('the start of a drain with a save in memory', () => describeSaveTurns(memoryDevice));
describe('trouble in memory', () => describeTrouble(memoryDevice));
describe('waits in memory', () => describeWaits(memoryDevice));

describe('a newer store in memory', () => {
  it('is not opened by older code, whose open tab was closed', async () => {
    const disk = new MemoryDisk();
    const older = new MemoryDatabase(disk);
    const store = await openMemoryStore(older, { now: Date.now, newId });
    const newer = new MemoryDatabase(disk, { version: (schemaVersion + 1) * 10 });
    const place = { userId: 'u1', websiteId: 'w1', screen: 's' };
    await expect(store.drafts.put(place, { values: {}, base: {} })).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    const again = openMemoryStore(new MemoryDatabase(disk), { now: Date.now, newId });
    await expect(again).rejects.toMatchObject({ name: 'NewerStoreError' });
    newer.close();
  });
});
