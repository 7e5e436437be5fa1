import { eq, sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { rateLimits } from '../tables/service.ts';

export interface Limit {
  /** Names the counter; hashed by the caller where it holds an address. */
  readonly key: string;
  readonly max: number;
  readonly windowSeconds: number;
  /** What one attempt counts; 1 where it is left out. */
  readonly cost?: number;
}

/**
 * PostgreSQL lets go of a counter before its log is on the disk: all requests of an account would wait there for each other. What a
 * crash then takes back is a fraction of a second's attempts.
 */
const unflushed = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Counts one attempt at each limit, atomically. Seconds to wait when one is exceeded, else null. The widest stands first:
 * once it is exceeded the rest is not counted, so that a client that is stopped can neither fill the table nor use up
 * what others have left. Outside any transaction, whose commit would not wait for the disk either.
 */
export async function countAttempt(db: Database, wanted: readonly Limit[], now: Date): Promise<number | null> {
  for (const limit of wanted) {
    const fresh = new Date(now.getTime() + limit.windowSeconds * 1000);
    const cost = limit.cost ?? 1;
    const over = sql`${rateLimits.expiresAt} <= ${now.toISOString()}::timestamptz`;
    const [row] = await db
      .insert(rateLimits)
      .values({ key: limit.key, count: sql`case ${unflushed} when 'off' then ${cost}::int end`, expiresAt: fresh })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${over} then ${cost} else least(${rateLimits.count} + ${cost}, 1000000000) end`,
          expiresAt: sql`case when ${over} then excluded.expires_at else ${rateLimits.expiresAt} end`,
        },
      })
      .returning({ count: rateLimits.count, expiresAt: rateLimits.expiresAt });
    if (row && row.count > limit.max) return Math.max(1, Math.ceil((row.expiresAt.getTime() - now.getTime()) / 1000));
  }
  return null;
}

/** Takes back an attempt that turned out to be in order. */
export async function refundAttempt(db: Database, limits: readonly Limit[]): Promise<void> {
  for (const { key, cost = 1 } of limits) {
    await db
      .update(rateLimits)
      .set({ count: sql`greatest(${rateLimits.count} - ${cost}, 0)` })
      .where(eq(rateLimits.key, key));
  }
}
