import type { ExtraConfigColumn } from 'drizzle-orm/pg-core';

/**
 * A text column in an index that finds a part of it, in any case of its letters. Its migration creates the index only where the database
 * has the extension `pg_trgm`: without it a search reads every row of the table, and finds the same.
 */
export const searchedText = (column: ExtraConfigColumn) => column.op('gin_trgm_ops');
