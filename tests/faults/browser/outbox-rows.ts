import type { Page } from 'playwright';
import { type OutboxEntry, troublesForAttention } from '#contract/outbox-entry.ts';

/** What the script needs of an outbox entry, as it rests on the device. */
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

/** Read past the console: what is asserted with it rests on the device. */
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
 * How long the browser keeps a new transaction on the whole store waiting, ms. A tab that stands still inside one of its own holds up the
 * others until Chromium ends that, after a minute.
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
  readonly words: string;
  readonly outcome: string;
}

/** What has left the outbox, as the device's log has it. */
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

/** In front of the person, in the sync centre's "Needs attention". */
export const needsPerson = ({ status, troubles }: RestingEntry): boolean =>
  status === 'rejected' || status === 'conflict' || troubles >= troublesForAttention;
