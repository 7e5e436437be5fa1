import * as v from 'valibot';
import type { ClientDatabase } from './stores.ts';

const key = 'apiHold';
const holdSchema = v.object({ at: v.number(), until: v.number() });

/** The API asked not to be called before `until`. Both in ms since the epoch. Inside a transaction. */
export async function hold(db: ClientDatabase, at: number, until: number): Promise<void> {
  await db.meta.put({ key, value: { at, until } });
}

/** Until when the API asked not to be called, ms since the epoch; null: it may be. A clock that was set back ends the wait. */
export async function heldUntil(db: ClientDatabase, now: number): Promise<number | null> {
  const stored = v.safeParse(holdSchema, (await db.meta.get(key))?.value);
  return stored.success && now >= stored.output.at && now < stored.output.until ? stored.output.until : null;
}
