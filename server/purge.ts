import { lte } from 'drizzle-orm';
import type { Database } from './connect.ts';
import type { Deps } from './deps.ts';
import { databaseIsNearlyFull } from './disk/writes.ts';
import { submissionKeys } from './tables/action-runs.ts';
import { delistedListings } from './tables/content.ts';
import { passwordResets, tokens } from './tables/identity.ts';
import { idempotencyKeys, rateLimits } from './tables/service.ts';

/** A property is seldom offered again after two years. */
const delistedMs = 2 * 365 * 86_400_000;

/** Removes expired rows. Nothing depends on it: every reader checks the time itself. */
export async function purgeExpired(db: Database, now: Date): Promise<void> {
  await db.delete(tokens).where(lte(tokens.expiresAt, now));
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
  await db.delete(rateLimits).where(lte(rateLimits.expiresAt, now));
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now));
  await db.delete(delistedListings).where(lte(delistedListings.delistedAt, new Date(now.getTime() - delistedMs)));
  await db.delete(submissionKeys).where(lte(submissionKeys.expiresAt, now));
}

/**
 * Also purges while the disk is nearly full: that frees space inside the tables, though none on the disk. It stops where the disk is almost
 * completely full.
 */
export async function purgeWhereRoom(deps: Pick<Deps, 'db' | 'disk' | 'config' | 'clock'>): Promise<void> {
  if (!(await databaseIsNearlyFull(deps))) await purgeExpired(deps.db, deps.clock.now());
}
