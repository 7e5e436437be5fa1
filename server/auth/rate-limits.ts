import { eq, sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { rateLimits } from '../tables/service.ts';

export interface Limit {
  /** The counter's name; hashed by the caller where it contains an address. */
  readonly key: string;
  readonly max: number;
  readonly windowSeconds: number;
  /** The weight of one attempt; 1 by default. */
  readonly cost?: number;
}

/**
 * Asynchronous commit: otherwise all requests of an account would queue at the counter until each commit is on the disk. A crash can only
 * lose the attempts of a fraction of a second.
 */
const unflushed = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Counts one attempt at each limit, atomically. Returns the seconds to wait when one is exceeded, else null. The widest limit comes first:
 * once it is exceeded the others are not counted, so that a blocked client can neither fill the table nor use up the share of others. Runs
 * outside any transaction, whose commit would wait for the disk.
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

/** Takes back an attempt that turned out to be legitimate. */
export async function refundAttempt(db: Database, limits: readonly Limit[]): Promise<void> {
  for (const { key, cost = 1 } of limits) {
    await db
      .update(rateLimits)
      .set({ count: sql`greatest(${rateLimits.count} - ${cost}, 0)` })
      .where(eq(rateLimits.key, key));
  }
}
