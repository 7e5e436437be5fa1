import { Dexie, liveQuery, RangeSet, type Table } from 'dexie';
import { migratedEntries } from './index-fields.ts';
import { type LiveViewObserver, pacedView } from './live-view.ts';
import type { StoredEntry } from './migrate-entry.ts';
import type { StoreFactory } from './store-factory.ts';
import { withoutSecretKeys, withoutSecrets } from './secrets.ts';
import {
  type CacheRow,
  type ClientDatabase,
  type DraftRow,
  type EpochRow,
  type FileRow,
  type IdMapRow,
  type LeaseRow,
  type LogRow,
  type MetaRow,
  type SharedDraftRow,
  schemaVersion,
  tableSchemas,
} from './stores.ts';

/** The table of the id map in versions 1 to 4. */
const aliases = tableSchemas.idMap;

const outboxOfVersion3 =
  '++seq, &opId, userId, [userId+record], [userId+attention], [userId+stands], [userId+lane], [userId+due+seq], localId, *dependsOn, *fileIds';
const outboxOfVersion2 = '++seq, &opId, userId, [userId+record], [userId+attention], makes, *dependsOn, *fileIds';

/** The store on IndexedDB. Writes are flushed to disk before they resolve. */
export class DexieDatabase extends Dexie implements ClientDatabase {
  declare readonly resources: Table<CacheRow, [string, string]>;
  declare readonly outbox: Table<StoredEntry, number>;
  declare readonly drafts: Table<SharedDraftRow, [string, string, string]>;
  declare readonly tabDrafts: Table<DraftRow, number>;
  declare readonly idMap: Table<IdMapRow, string>;
  declare readonly files: Table<FileRow, string>;
  declare readonly leases: Table<LeaseRow, string>;
  declare readonly epochs: Table<EpochRow, string>;
  declare readonly log: Table<LogRow, number>;
  declare readonly meta: Table<MetaRow, string>;

  /** `stores`: another IndexedDB than the browser's own. */
  constructor(name: string, stores?: Pick<StoreFactory, 'factory' | 'keyRange'>) {
    super(name, { chromeTransactionDurability: 'strict', ...(stores ? { indexedDB: stores.factory, IDBKeyRange: stores.keyRange } : {}) });
    // Without one, live queries do nothing.
    if (stores && !Dexie.dependencies.indexedDB) Dexie.dependencies.indexedDB = stores.factory;
    const tables = { ...tableSchemas, outbox: outboxOfVersion3 };
    const before = { ...tables, idMap: null, aliases };
    this.version(1).stores({ ...before, outbox: '++seq, &opId, userId', tabDrafts: null });
    this.version(2).stores({ ...before, outbox: outboxOfVersion2 });
    this.version(3)
      .stores(before)
      .upgrade(async (transaction) => {
        // Version 1 did not strip secrets from answers of the API.
        await transaction
          .table<CacheRow>('resources')
          .toCollection()
          .modify((row, change) => {
            change.value = { ...row, data: withoutSecrets(row.data), ...(row.ours ? { ours: withoutSecretKeys(row.ours) } : {}) };
          });
      });
    this.version(4)
      .stores({ ...tables, aliases })
      .upgrade(async (transaction) => {
        await transaction.table<IdMapRow>('idMap').bulkPut(await transaction.table<IdMapRow>('aliases').toArray());
      });
    this.version(5).stores({ ...tables, aliases: null });
    this.version(6).stores(tableSchemas);
    this.version(schemaVersion)
      .stores({})
      .upgrade(async (transaction) => {
        // Version 6 identified a record without its website. Versions 1 to 3 lacked index fields, or had them under other names.
        const outbox = transaction.table<StoredEntry, number>('outbox');
        await outbox.bulkPut(migratedEntries(await outbox.toArray()));
      });
  }

  nativeVersion(): number {
    return this.isOpen() ? this.backendDB().version : 0;
  }

  /** Closes the database and opens it anew; calls wait meanwhile, and live views read again. */
  async reopen(): Promise<void> {
    this.close({ disableAutoOpen: false });
    await this.open();
    const everything = { all: new RangeSet(Number.NEGATIVE_INFINITY, [[[]]]) };
    // By the event of the page, Dexie also drops the answers of queries that it keeps.
    if (typeof dispatchEvent === 'undefined') Dexie.on.storagemutated.fire(everything);
    else dispatchEvent(new CustomEvent('x-storagemutated-1', { detail: everything }));
  }

  watch<Value>(query: () => Promise<Value>, observer: LiveViewObserver<Value>, paceMs?: number): { unsubscribe(): void } {
    return paceMs ? pacedView(query, observer, paceMs) : liveQuery(query).subscribe(observer);
  }
}
