import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Background } from '../background.ts';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../connect.ts';
import type { DiskSpace } from './disk-space.ts';
import { trimAnswers } from '../idempotency.ts';

/** Frees the room of rows that were deleted or replaced. */
export interface Reclaim {
  /** To be called after every write; every few hundred it reclaims, in the background, and trims what is kept for whoever wrote. */
  readonly noteWrite: (userId?: number) => void;
  readonly reclaim: () => Promise<void>;
}

/** A save replaces a few kilobytes, and the homepage that was rendered of it: about 25 MB until the next time. */
const writesBetween = 300;

/** What vacuuming may write, bytes: pages that it cleans go into the log whole. */
const vacuumBytes = 100_000_000;

/** Names of tables as a statement may hold them: PostgreSQL has quoted what has to be. */
const tables = v.object({ rows: v.array(v.object({ name: v.string() })) });

export interface ReclaimDeps {
  readonly db: Database;
  readonly disk: DiskSpace;
  readonly background: Background;
  readonly config: Pick<ServerConfig, 'databaseUrl'>;
}

/**
 * The embedded engine neither vacuums by itself nor makes checkpoints, as PostgreSQL does: its tables would grow by every row
 * that was ever replaced, and its log by all that was ever written (600 MB of saves left 673 MB). A checkpoint lets the log's
 * files be used again. Both write: while the disk is low only the checkpoint is made, and where it is nearly full neither.
 */
export function createReclaim({ db, disk, background, config }: ReclaimDeps): Reclaim {
  let writes = 0;
  const reclaim = async () => {
    if (config.databaseUrl !== null || (await disk.isNearlyFull())) return;
    writes = 0;
    // First: it frees what the vacuum then writes to.
    await db.execute(sql`checkpoint`);
    if (await disk.isLow(vacuumBytes)) return;
    const { rows } = v.parse(tables, await db.execute(sql`select oid::regclass::text as name from pg_class where relkind = 'r'`));
    // One by one: a statement that takes long looks like an engine that is stuck, and requests wait for it.
    for (const { name } of rows) await db.execute(sql.raw(`vacuum ${name}`));
  };
  return {
    noteWrite: (userId) => {
      writes += 1;
      if (writes % writesBetween !== 0) return;
      background.run(async () => {
        // Whoever writes most is whom it mostly meets.
        if (userId !== undefined && (config.databaseUrl !== null || !(await disk.isNearlyFull()))) await trimAnswers(db, userId);
        await reclaim();
      });
    },
    reclaim,
  };
}
