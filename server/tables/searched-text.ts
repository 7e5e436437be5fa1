import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * A text column in an index that finds a part of it, whatever its case and accents. Its migration creates the index only where the database
 * has the extension `pg_trgm`: without it a search reads every row of the table, and finds the same.
 */
export const searchedText = (column: AnyPgColumn): SQL => sql`folded(${column}) gin_trgm_ops`;

/** Whether a column contains what was searched for. `pattern`: of `containsPattern`. */
export const contains = (column: AnyColumn, pattern: string): SQL => sql`folded(${column}) like ${pattern}`;
