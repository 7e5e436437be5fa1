import { within } from './within.ts';

/**
 * Asks whether the database answers, one question at a time: however often it is asked while the database is frozen, one
 * connection waits. The promise rejects where it does not answer within `ms`.
 */
export function createPulse(ask: () => Promise<void>, ms: number): () => Promise<void> {
  let asking: Promise<void> | null = null;
  return async () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    if ((await within(asking, ms)) === 'late') throw new Error(`the database did not answer in ${ms} ms`);
  };
}
