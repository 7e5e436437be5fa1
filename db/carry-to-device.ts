import { tableSchemas } from './stores.ts';

type StoredRow = Readonly<Record<string, unknown>>;
type Table = keyof typeof tableSchemas;

const all = Object.keys(tableSchemas);
/** Leases and epochs mean nothing outside the tab that had them in memory; nothing is written to the other tables there. */
const carried = ['outbox', 'tabDrafts', 'files', 'idMap', 'log', 'resources'] as const satisfies readonly Table[];

/**
 * Writes what a tab had to keep in memory to the device, in one transaction there: its entries behind those of the device, its drafts in the
 * place of older ones of the same tab, and its cached answers where they are newer.
 */
export async function carryToDevice(memory: IDBDatabase, device: IDBDatabase): Promise<void> {
  const rows = await readAll(memory);
  if (carried.every((table) => rows[table].length === 0)) return;
  const transaction = device.transaction([...carried], 'readwrite', { durability: 'strict' });
  const written = ended(transaction);
  const to = (table: Table) => transaction.objectStore(table);
  for (const { seq, ...row } of rows.outbox) to('outbox').add(row);
  for (const { id, ...line } of rows.log) to('log').add(line);
  for (const row of rows.files) to('files').put(row);
  for (const row of rows.idMap) to('idMap').put(row);
  for (const { seq, ...draft } of rows.tabDrafts) {
    const place = [draft['userId'], draft['websiteId'], draft['screen'], draft['tab']].map(String);
    const before = to('tabDrafts').index('[userId+websiteId+screen+tab]').getKey(place);
    before.onsuccess = () => {
      if (before.result !== undefined) to('tabDrafts').delete(before.result);
      to('tabDrafts').add(draft);
    };
  }
  for (const row of rows.resources) {
    const before: IDBRequest<StoredRow | undefined> = to('resources').get([String(row['userId']), String(row['key'])]);
    before.onsuccess = () => {
      const older = before.result;
      if (older && Number(older['fetchedAt']) > Number(row['fetchedAt'])) return;
      // An answer that was requested before must not replace either of the two.
      to('resources').put({ ...row, revision: Math.max(Number(row['revision']), Number(older?.['revision'] ?? 0)) + 1 });
    };
  }
  await written;
}

/** All rows, after the transactions that run now. */
async function readAll(memory: IDBDatabase): Promise<Readonly<Record<Table, readonly StoredRow[]>>> {
  const found: Record<Table, readonly StoredRow[]> = {
    ...{ resources: [], outbox: [], drafts: [], tabDrafts: [], idMap: [], files: [], leases: [], epochs: [], log: [], meta: [] },
  };
  const transaction = memory.transaction(all, 'readwrite');
  const read = ended(transaction);
  for (const table of carried) {
    const request: IDBRequest<StoredRow[]> = transaction.objectStore(table).getAll();
    request.onsuccess = () => {
      found[table] = request.result;
    };
  }
  await read;
  return found;
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });
}
