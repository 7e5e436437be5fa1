import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * What a text column of a resource is sorted by, in its list and in the index that the list reads. Of its beginning alone: an entry of
 * an index takes 2,700 bytes, and a text may be longer. The number stands in the text of the statement, since an index is not found by
 * a parameter.
 */
export const sortedText = (column: AnyPgColumn): SQL => sql`lower(left(${column}, 200))`;
