import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * The expression by which a list sorts a text column, also used in its index: the order of `compareFolded`, whatever the database's locale. It
 * covers only the beginning of the text: an index entry is limited to 2,700 bytes, and a text may be longer. The length is part of the
 * statement's text, because an index does not match an expression with a parameter.
 */
export const sortedText = (column: AnyPgColumn): SQL => sql`left(folded(${column}), 200) collate "C"`;
