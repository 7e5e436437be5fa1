import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';

/** Frees the room of rows that were deleted or replaced. */
export interface Reclaim {
  /** To be called after every write; every few hundred it reclaims, in the background. */
  readonly noteWrite: () => void;
  readonly reclaim: () => Promise<void>;
}

/** A save replaces a few kilobytes, and the homepage that was rendered of it: about 25 MB until the next time. */
const writesBetween = 300;

/**
 * The embedded database has nobody who vacuums it, and would grow by every row that was ever replaced. PostgreSQL does it by
 * itself. It makes room within the database's files and writes a little for that: not while the disk is low.
 */
export function createReclaim({ db, disk, background, config }: Pick<Deps, 'db' | 'disk' | 'background' | 'config'>): Reclaim {
  let writes = 0;
  const reclaim = async () => {
    if (config.databaseUrl !== null || (await disk.isLow())) return;
    writes = 0;
    await db.execute(sql`vacuum`);
  };
  return {
    noteWrite: () => {
      writes += 1;
      if (writes % writesBetween === 0) background.run(reclaim);
    },
    reclaim,
  };
}
