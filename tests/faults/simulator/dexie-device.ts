import type { ClientDatabase } from '#db/stores.ts';
import { DexieDatabase } from '#db/dexie-database.ts';
import { Dexie } from 'dexie';
import { frozenCopy, keyAt, type MemoryKey, requireKey } from './memory-rows.ts';
import { MemoryDisk } from './memory-disk.ts';
import type { TableData } from './memory-table-data.ts';
import type { DeviceConnection, SimulatedDevice } from './simulated-device.ts';

/** The device counts as idle after this long without activity. ms of real time. */
const stillMs = 4;

let devices = 0;

/**
 * The browser's own IndexedDB under Dexie. Turns are taken around transactions, not inside: IndexedDB ends a transaction that waits for
 * anything else. After each commit the stored rows are read again, for the checks.
 */
export function dexieDevice(): SimulatedDevice {
  devices += 1;
  const name = `simulated-${devices}`;
  const disk = new MemoryDisk();
  const reader = new DexieDatabase(name);
  let going = 0;
  let done = 0;
  let reading: Promise<void> = Promise.resolve();

  async function counted<Value>(work: () => PromiseLike<Value>): Promise<Value> {
    going += 1;
    try {
      return await work();
    } finally {
      going -= 1;
      done += 1;
    }
  }

  /** One after the other: an older read must not replace a newer one. */
  function readAgain(): Promise<void> {
    reading = reading.then(() => counted(() => readAll(reader, disk)));
    return reading;
  }

  function open(...[turn, begins]: Parameters<SimulatedDevice['open']>): DeviceConnection {
    const database = new DexieDatabase(name);
    const state = { isGone: false };
    const never = () => new Promise<never>(() => undefined);
    const { resources, outbox, drafts, tabDrafts, idMap, files, leases, epochs, log, meta } = database;
    const wrapped: ClientDatabase = {
      ...{ resources, outbox, drafts, tabDrafts, idMap, files, leases, epochs, log, meta },
      async transaction(mode, tables, scope) {
        // Part of a transaction that has begun already.
        if (Dexie.currentTransaction) return database.transaction(mode, [...tables] as never, scope);
        // To await nothing would leave Dexie's zone, in which a live view notes what it reads.
        const thawed = begins();
        if (thawed) await thawed;
        await turn(mode === 'r' ? 'read' : 'write');
        if (state.isGone) return never();
        try {
          const result = await counted(() => database.transaction(mode, [...tables] as never, faultOf(disk, mode) ?? scope));
          if (mode === 'rw') await readAgain();
          if (state.isGone) return never();
          if (mode === 'rw') await turn('answer');
          return state.isGone ? never() : result;
        } catch (thrown) {
          if (state.isGone) return never();
          throw thrown;
        }
      },
      watch: (query, observer) =>
        database.watch(query, {
          next: (value) => !state.isGone && observer.next(value),
          error: (thrown) => !state.isGone && observer.error(thrown),
        }),
      nativeVersion: () => database.nativeVersion(),
      close: (options) => database.close(options),
    };
    return {
      database: wrapped,
      crash() {
        state.isGone = true;
        database.close({ disableAutoOpen: true });
      },
    };
  }

  return {
    disk,
    open,
    async addEntry(entry) {
      await counted(() => reader.outbox.add({ ...entry }));
      await readAgain();
    },
    async rest() {
      const before = done;
      for (let round = 0; round < 2; round += 1) {
        // This transaction runs after all that were begun before, on any connection; their results may start further work.
        await reader.transaction('rw', tablesOf(reader), () => reader.meta.get('none'));
        await pause();
        while (going > 0) await pause();
      }
      return done === before;
    },
    async close() {
      await reading;
      reader.close({ disableAutoOpen: true });
      await Dexie.delete(name);
    },
  };
}

/** Replaces a transaction's scope where the device is full or fails: nothing is written. */
function faultOf(disk: MemoryDisk, mode: 'r' | 'rw'): (() => Promise<never>) | null {
  if (mode === 'r') return null;
  if (disk.takeFault('broken')) return () => Promise.reject(new DOMException('Internal error.', 'UnknownError'));
  if (disk.takeFault('write') || disk.takeFault('commit')) return () => Promise.reject(new Dexie.QuotaExceededError('The disk is full.'));
  return null;
}

function tablesOf(database: DexieDatabase) {
  const { resources, outbox, drafts, tabDrafts, idMap, files, leases, epochs, log, meta } = database;
  return [resources, outbox, drafts, tabDrafts, idMap, files, leases, epochs, log, meta];
}

/** Updates the copy of the stored rows. Watchers are notified once all tables are written. */
async function readAll(reader: DexieDatabase, disk: MemoryDisk): Promise<void> {
  const { resources, outbox, drafts, tabDrafts, idMap, files, leases, epochs, log, meta } = reader;
  const { tables } = disk;
  const rows = await reader.transaction('r', tablesOf(reader), () =>
    Promise.all([
      resources.toArray(),
      outbox.toArray(),
      drafts.toArray(),
      tabDrafts.toArray(),
      idMap.toArray(),
      files.toArray(),
      leases.toArray(),
      epochs.toArray(),
      log.toArray(),
      meta.toArray(),
    ]),
  );
  const notifications = [
    copy(tables.resources, rows[0]),
    copy(tables.drafts, rows[2]),
    copy(tables.tabDrafts, rows[3]),
    copy(tables.idMap, rows[4]),
    copy(tables.files, rows[5]),
    copy(tables.leases, rows[6]),
    copy(tables.epochs, rows[7]),
    copy(tables.log, rows[8]),
    copy(tables.meta, rows[9]),
    copy(tables.outbox, rows[1]),
  ];
  for (const notify of notifications) notify();
  disk.noteCommit();
}

function copy<Row extends object>(table: TableData<Row>, rows: readonly Row[]): () => void {
  const { onWrite } = table;
  table.onWrite = () => undefined;
  const keyOf = (row: Row): MemoryKey => requireKey(keyAt(row, table.keyPath));
  const present = new Set(rows.map((row) => JSON.stringify(keyOf(row))));
  for (const row of table.rows()) if (!present.has(JSON.stringify(keyOf(row)))) table.remove(keyOf(row), []);
  const changed: (readonly [row: Row, before: Row | undefined])[] = [];
  for (const row of rows) {
    const before = table.get(keyOf(row));
    if (before && JSON.stringify(before) === JSON.stringify(row)) continue;
    const kept = frozenCopy(row);
    table.write(kept, 'put', []);
    changed.push([kept, before]);
  }
  table.onWrite = onWrite;
  return () => {
    for (const [row, before] of changed) onWrite(row, before);
  };
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, stillMs));
