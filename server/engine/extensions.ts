import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/** The extensions that the embedded engine brings: a database with an index of one of them can't be opened without it. */
export const extensions = { pg_trgm };
