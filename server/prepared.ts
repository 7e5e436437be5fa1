import type { Database } from './connect.ts';

/**
 * A query that nearly every request runs: built once for each database or transaction, and, under the name that it is prepared with,
 * parsed and planned once for each connection. `make` takes its values as placeholders, in the form that the driver sends: dates as
 * ISO strings.
 */
export function prepared<Query>(make: (db: Database) => Query): (db: Database) => Query {
  const made = new WeakMap<Database, Query>();
  return (db) => {
    const query = made.get(db) ?? make(db);
    made.set(db, query);
    return query;
  };
}
