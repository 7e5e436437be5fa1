import { storeStalledMessage } from '#contract/pending-reason.ts';

/** Why the device could not store something. */
export type StoreErrorCode = 'quota' | 'closed' | 'storage' | 'stalled';

export interface StoreError {
  readonly code: StoreErrorCode;
  /** For the log; text for people is made from `code`. */
  readonly message: string;
}

/** A newer version has upgraded the store on this device: this code must not write to it. */
export class NewerStoreError extends Error {
  override readonly name = 'NewerStoreError';

  constructor() {
    super('A newer version of this console has upgraded the store on this device.');
  }
}

/** The device has not answered within the limit. */
export class StalledStoreError extends Error {
  override readonly name = 'StalledStoreError';

  constructor() {
    super(storeStalledMessage);
  }
}

/** Classifies an error of IndexedDB or Dexie. A full disk may come wrapped in the abort of its transaction. */
export function storeErrorOf(thrown: unknown): StoreError {
  const names: string[] = [];
  let message = '';
  for (let at: unknown = thrown, depth = 0; at instanceof Object && depth < 5; depth += 1) {
    const error: { readonly name?: unknown; readonly message?: unknown; readonly inner?: unknown; readonly cause?: unknown } = at;
    if (typeof error.name === 'string') names.push(error.name);
    if (message === '' && typeof error.message === 'string') message = error.message;
    at = error.inner ?? error.cause;
  }
  if (names.some((name) => name === 'QuotaExceededError' || name === 'QuotaExceeded')) return { code: 'quota', message };
  if (names.some((name) => name === 'DatabaseClosedError' || name === 'InvalidStateError' || name === 'NewerStoreError'))
    return { code: 'closed', message };
  return { code: names.includes('StalledStoreError') ? 'stalled' : 'storage', message };
}
