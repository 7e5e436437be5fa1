import { type OutboxEntry, outboxEntrySchema } from '#contract/outbox-entry.ts';
import { parsedBy } from './mutations/parsed-by.ts';

/** An outbox row as it rests: whatever an older or newer version wrote. Read through `readRow` only. */
export type StoredEntry = Readonly<Record<string, unknown>>;

/** The version that this code writes. Raise it with a step in `lifts`. */
export const recordVersion = 2;

const parseRow = parsedBy(outboxEntrySchema);

/** How a row of version n becomes one of n + 1. */
const lifts: Readonly<Record<number, (row: StoredEntry) => StoredEntry>> = {
  // Version 1 did not tell an attempt that was refused from one whose outcome is not known: each may have had its effect.
  1: (row) => ({ ...row, recordVersion: 2, mayHaveBeenApplied: row['attempts'] !== 0, troubles: 0, maybeOurs: {} }),
};

/** A stored row as read: itself, or what could be made out of one that this version can't read. */
export type ReadEntry =
  | { readonly kind: 'row'; readonly row: OutboxEntry }
  | {
      readonly kind: 'unreadable';
      readonly seq: number;
      readonly opId: string | null;
      readonly userId: string | null;
      readonly problem: 'newer' | 'malformed';
    };

/** Lifts a stored row to this version and checks its shape. Never throws. */
export function readRow(stored: StoredEntry): ReadEntry {
  const version = stored['recordVersion'];
  if (typeof version === 'number' && version > recordVersion) return unreadable(stored, 'newer');
  let lifted = stored;
  for (let at = typeof version === 'number' ? version : 0; at < recordVersion; at += 1) {
    const lift = lifts[at];
    if (!lift) return unreadable(stored, 'malformed');
    lifted = lift(lifted);
  }
  const row = parseRow(lifted);
  return row ? { kind: 'row', row } : unreadable(stored, 'malformed');
}

function unreadable(stored: StoredEntry, problem: 'newer' | 'malformed'): ReadEntry {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const seq = stored['seq'];
  return {
    kind: 'unreadable',
    seq: typeof seq === 'number' ? seq : -1,
    opId: text(stored['opId']),
    userId: text(stored['userId']),
    problem,
  };
}
