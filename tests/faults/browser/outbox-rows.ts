import type { Page } from 'playwright';
import { type OutboxEntry, troublesForAttention } from '#contract/outbox-entry.ts';

/** The columns of a stored outbox entry that the script needs. */
export type RestingEntry = Pick<
  OutboxEntry,
  | 'seq'
  | 'opId'
  | 'resource'
  | 'mutation'
  | 'body'
  | 'base'
  | 'status'
  | 'attempts'
  | 'troubles'
  | 'lastError'
  | 'target'
  | 'dependsOn'
  | 'mayHaveBeenApplied'
>;

/** Reads IndexedDB directly, without the console, so that the assertions are about stored data. */
export function outboxRows(page: Page): Promise<readonly RestingEntry[]> {
  return page.evaluate(
    () =>
      new Promise<RestingEntry[]>((resolve, reject) => {
        const opening = indexedDB.open('frontage');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('outbox').objectStore('outbox').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result);
          };
        };
      }),
  );
}

/**
 * How long the browser delays a new transaction on the whole store, ms. A tab that is frozen inside one of its own transactions blocks the
 * others until Chromium aborts it, after a minute.
 */
export function storeHeldMs(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('frontage');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const since = performance.now();
          const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
          transaction.onabort = () => reject(transaction.error);
          const reading = transaction.objectStore('outbox').count();
          reading.onsuccess = () => {
            database.close();
            resolve(performance.now() - since);
          };
        };
      }),
  );
}

export interface LogLine {
  readonly at: number;
  /** The stored description of the entry. */
  readonly words: string;
  readonly outcome: string;
}

/** The device's log of dequeued entries. */
export function outboxLog(page: Page): Promise<readonly LogLine[]> {
  return page.evaluate(
    () =>
      new Promise<LogLine[]>((resolve, reject) => {
        const opening = indexedDB.open('frontage');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('log').objectStore('log').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result);
          };
        };
      }),
  );
}

/** Entries that the sync centre shows under "Needs attention". */
export const needsPerson = ({ status, troubles }: RestingEntry): boolean =>
  status === 'rejected' || status === 'conflict' || troubles >= troublesForAttention;
