import { afterEach, describe, expect, it, vi } from 'vitest';
import { DexieDatabase } from './dexie-database.ts';
import { describeSaveTurns } from './testing/save-turns-suite.ts';
import { describeBlocks } from './testing/blocks-suite.ts';
import { describeClientStore } from './testing/client-store-suite.ts';
import { indexedDbDevice } from './testing/indexed-db-device.ts';
import { describeOutbox } from './testing/outbox-suite.ts';
import { describeConfirmedWrites } from './testing/confirmed-writes-suite.ts';
import { describeCreatedRecords } from './testing/created-records-suite.ts';
import { describeParts } from './testing/parts-suite.ts';
import { describeRecordIds } from './testing/record-ids-suite.ts';
import { describeRecordActs } from './testing/record-acts-suite.ts';
import { describeRecords } from './testing/records-suite.ts';
import { describeScopes } from './testing/scopes-suite.ts';
import { describeTrouble } from './testing/trouble-suite.ts';
import { describeWaits } from './testing/waits-suite.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describeClientStore(indexedDbDevice);
describe('the start of a drain with a save', () => describeSaveTurns(indexedDbDevice));
describe('blocks', () => describeBlocks(indexedDbDevice));
describe('outbox', () => describeOutbox(indexedDbDevice));
describe('confirmed writes', () => describeConfirmedWrites(indexedDbDevice));
describe('records', () => describeRecords(indexedDbDevice));
describe('acts of records', () => describeRecordActs(indexedDbDevice));
describe('created records', () => describeCreatedRecords(indexedDbDevice));
describe('ids of records', () => describeRecordIds(indexedDbDevice));
describe('parts of records', () => describeParts(indexedDbDevice));
describe('records with the same id', () => describeScopes(indexedDbDevice));
describe('trouble', () => describeTrouble(indexedDbDevice));
describe('waits and clocks', () => describeWaits(indexedDbDevice));

describe('the schema', () => {
  it('flushes writes to disk before they resolve', () => {
    const db = new DexieDatabase(`unit-${crypto.randomUUID()}`);
    expect(db._options.chromeTransactionDurability).toBe('strict');
  });
});
