import type { StoredEntry } from '#db/migrate-entry.ts';
import type { ClientDatabase } from '#db/stores.ts';
import type { MemoryDisk } from './memory-disk.ts';
import type { Step } from './memory-transaction.ts';

/** One tab's connection to the device. */
export interface DeviceConnection {
  readonly database: ClientDatabase;
  /** The tab is gone: its promises never resolve. */
  crash(): void;
}

/** The device of one simulated browser, which stores the tabs' database. */
export interface SimulatedDevice {
  /** The stored data, and the device's next failure. */
  readonly disk: MemoryDisk;
  /**
   * `turn` is awaited before each effect: the simulator decides who goes on. `begins` is awaited before each transaction, where it returns a
   * promise.
   */
  open(turn: (step: Step) => Promise<void>, begins: () => Promise<void> | null): DeviceConnection;
  /** Stores an entry that other code has left. */
  addEntry(entry: StoredEntry): Promise<void>;
  /** Waits until the device is idle; returns false where it did something meanwhile. Null: the device does nothing without a turn. */
  readonly rest: (() => Promise<boolean>) | null;
  close(): Promise<void>;
}
