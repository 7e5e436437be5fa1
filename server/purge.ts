import { lte } from 'drizzle-orm';
import type { Database } from './connect.ts';
import type { Deps } from './deps.ts';
import { databaseIsNearlyFull } from './disk/writes.ts';
import { passwordResets, tokens } from './tables/identity.ts';
import { idempotencyKeys, rateLimits } from './tables/service.ts';

/** Removes what has expired. Nothing depends on it: every reader checks the time itself. */
export async function purgeExpired(db: Database, now: Date): Promise<void> {
  await db.delete(tokens).where(lte(tokens.expiresAt, now));
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
  await db.delete(rateLimits).where(lte(rateLimits.expiresAt, now));
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now));
}

/** Purges while the disk is low too: it makes room for rows, though none on the disk. Not where that is nearly full. */
export async function purgeWhereRoom(deps: Pick<Deps, 'db' | 'disk' | 'config' | 'clock'>): Promise<void> {
  if (!(await databaseIsNearlyFull(deps))) await purgeExpired(deps.db, deps.clock.now());
}
