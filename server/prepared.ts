import type { Database } from './connect.ts';

/**
 * A query that nearly every request runs. It is built once for each database or transaction and, under its prepared name, parsed and
 * planned once for each connection. `make` gets its values as placeholders, in the driver's format: dates as ISO strings.
 */
export function prepared<Query>(make: (db: Database) => Query): (db: Database) => Query {
  const made = new WeakMap<Database, Query>();
  return (db) => {
    const query = made.get(db) ?? make(db);
    made.set(db, query);
    return query;
  };
}
