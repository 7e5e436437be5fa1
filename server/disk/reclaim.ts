import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Background } from '../background.ts';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../connect.ts';
import type { DiskSpace } from './disk-space.ts';
import { trimAnswers } from '../idempotency.ts';

/** Frees the space of deleted and replaced rows. */
export interface Reclaim {
  /**
   * Call it after every write; every few hundred calls it reclaims space, in the background, and trims the stored answers of the writing
   * user.
   */
  readonly noteWrite: (userId?: number) => void;
  readonly reclaim: () => Promise<void>;
}

/** A save replaces a few kilobytes, and the homepage that was rendered from it: about 25 MB between two runs. */
const writesBetween = 300;

/** What vacuuming may write, bytes: pages that it cleans are written to the log completely. */
const vacuumBytes = 100_000_000;

/** Table names as a statement contains them: PostgreSQL has quoted them where necessary. */
const tables = v.object({ rows: v.array(v.object({ name: v.string() })) });

export interface ReclaimDeps {
  readonly db: Database;
  readonly disk: DiskSpace;
  readonly background: Background;
  readonly config: Pick<ServerConfig, 'databaseUrl'>;
}

/**
 * Unlike PostgreSQL, the embedded engine neither vacuums by itself nor makes checkpoints: its tables would grow by every replaced row, and
 * its log by every write (600 MB of saves left 673 MB). A checkpoint lets the log's files be reused. Both write: while the disk is low only
 * the checkpoint runs, and where it is nearly full neither.
 */
export function createReclaim({ db, disk, background, config }: ReclaimDeps): Reclaim {
  let writes = 0;
  const reclaim = async () => {
    if (config.databaseUrl !== null || (await disk.isNearlyFull())) return;
    writes = 0;
    // First, because it frees space for the vacuum's writes.
    await db.execute(sql`checkpoint`);
    if (await disk.isLow(vacuumBytes)) return;
    const { rows } = v.parse(tables, await db.execute(sql`select oid::regclass::text as name from pg_class where relkind = 'r'`));
    // One by one: a long statement looks like a stuck engine, and requests wait for it.
    for (const { name } of rows) await db.execute(sql.raw(`vacuum ${name}`));
  };
  return {
    noteWrite: (userId) => {
      writes += 1;
      if (writes % writesBetween !== 0) return;
      background.run(async () => {
        // The user of every few hundredth write is most likely the one who writes most.
        if (userId !== undefined && (config.databaseUrl !== null || !(await disk.isNearlyFull()))) await trimAnswers(db, userId);
        await reclaim();
      });
    },
    reclaim,
  };
}
