import type pg from 'pg';

/** More than the code has of them; each holds some kilobytes in the engine as long as its connection lasts. */
const mostStatements = 500;
/** One with more values is as long as what it is given: each length would be another statement. */
const mostValues = 12;

/**
 * Whether the driver has a text for a value. Of an object it finds out in the middle of sending it: it then takes back what it has
 * prepared under the statement's name, which others who share the connection go on using.
 */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array;

/**
 * Gives statements that are run again a name of their own, by which the engine parses and plans them once: most are as short as
 * that takes long. For the embedded engine alone, whose tables no other process changes meanwhile. Answers what prepares a
 * connection for it; each gets the same names.
 */
export function nameStatements(): (client: pg.ClientBase) => void {
  /** Noted where it is run first, used from the second time on: what a start asks is asked once. */
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
