import type { ClientDatabase } from '#db/stores.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { schedules } from '../../offline/support/schedules.ts';
import { engines } from './engines.ts';
import { highestNumber, resultsOf, program, textOf } from './programs.ts';

/**
 * From here on no row brings along a number that the database has not given yet. Unlike browsers, fake-indexeddb continues from such a
 * number even where its row was rolled back.
 */
async function useUpNumbers(db: ClientDatabase): Promise<void> {
  for (let seq = 1; seq <= highestNumber; seq += 1) await db.outbox.delete(await db.outbox.add({ opId: 'used', userId: 'u1' }));
}

it('any program gives the same results, rows and errors on both databases', async () => {
  await fc.assert(
    fc.asyncProperty(
      program.map((statements) => Object.assign(statements, { [fc.toStringMethod]: () => textOf(statements) })),
      async (statements) => {
        const [inDexie, inMemory] = await Promise.all(
          engines.map(async ({ device }) => {
            const db = await device().open();
            await useUpNumbers(db);
            const results = await resultsOf(db, statements);
            db.close({ disableAutoOpen: true });
            return results;
          }),
        );
        expect(inMemory).toEqual(inDexie);
      },
    ),
    schedules(100, 0),
  );
});
