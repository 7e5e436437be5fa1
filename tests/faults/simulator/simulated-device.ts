import type { StoredEntry } from '#db/migrate-entry.ts';
import type { ClientDatabase } from '#db/stores.ts';
import type { MemoryDisk } from './memory-disk.ts';
import type { Step } from './memory-transaction.ts';

/** One tab's connection to the device. */
export interface DeviceConnection {
  readonly database: ClientDatabase;
  /** The tab is gone: what it waits for never comes. */
  crash(): void;
}

/** The device of one simulated browser: where the tabs' store rests. */
export interface SimulatedDevice {
  /** What rests on it, and how it fails next. */
  readonly disk: MemoryDisk;
  /** `turn` is awaited before each effect: the simulator decides who goes on. */
  open(turn: (step: Step) => Promise<void>): DeviceConnection;
  /** An entry that other code has left. */
  addEntry(entry: StoredEntry): Promise<void>;
  /** Waits until the device is still; false where it did something meanwhile. Null: nothing goes on without a turn. */
  readonly rest: (() => Promise<boolean>) | null;
  close(): Promise<void>;
}
