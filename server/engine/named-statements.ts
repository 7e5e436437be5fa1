import type pg from 'pg';

/** More than the code has; each takes some kilobytes in the engine as long as its connection lasts. */
const mostStatements = 500;
/** A statement with more values has as many as its input: each length would be another statement. */
const mostValues = 12;

/**
 * Whether the driver can convert a value to text. For an object it finds out only while sending: it then closes the prepared statement of
 * that name, which others who share the connection still use.
 */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array;

/**
 * Names the statements that are run repeatedly, so that the engine parses and plans each once: for most, that takes as long as running
 * them. Only for the embedded engine, whose tables no other process changes meanwhile. Returns a function that prepares a connection; all
 * connections use the same names.
 */
export function nameStatements(): (client: pg.ClientBase) => void {
  /** Recorded at the first run, used from the second on: statements of the start run only once. */
  const known = new Map<string, string>();
  const nameOf = (text: string): string | null => {
    const name = known.get(text);
    if (name === undefined && known.size < mostStatements) known.set(text, `statement_${known.size}`);
    return name ?? null;
  };
  const named = (args: readonly unknown[]): readonly unknown[] => {
    const [asked, values, ...more] = args;
    if (typeof asked !== 'object' || asked === null || !('text' in asked) || typeof asked.text !== 'string') return args;
    if (('name' in asked && asked.name !== undefined) || !Array.isArray(values)) return args;
    if (values.length === 0 || values.length > mostValues || !values.every(isPlain)) return args;
    const name = nameOf(asked.text);
    return name === null ? args : [{ ...asked, name }, values, ...more];
  };
  return (client) => {
    client.query = new Proxy(client.query, { apply: (query, self, args) => Reflect.apply(query, self, named(args)) });
  };
}
