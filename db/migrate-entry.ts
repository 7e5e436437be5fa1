import { type OutboxEntry, outboxEntrySchema } from '#contract/outbox-entry.ts';
import { parsedBy } from '#contract/parsed-by.ts';

/** An outbox entry as it is stored: an older or newer version may have written it. Read it through `readEntry` only. */
export type StoredEntry = Readonly<Record<string, unknown>>;

/** The version that this code writes. Raise it with a step in `migrations`. */
export const recordVersion = 4;

const parseEntry = parsedBy(outboxEntrySchema);

/** Migrates an entry of version n to version n + 1. */
const migrations: Readonly<Record<number, (entry: StoredEntry) => StoredEntry>> = {
  // Version 1 did not distinguish a refused attempt from an indeterminate one: each may have been applied.
  1: (entry) => ({ ...entry, recordVersion: 2, mayHaveBeenApplied: entry['attempts'] !== 0, troubles: 0, maybeOurs: {} }),
  // Version 2 had one name for resource and mutation, and other names for some statuses.
  2: ({ command, ...entry }) => ({ ...entry, recordVersion: 3, ...mutationOf[String(command)], status: statusOf(entry['status']) }),
  // Version 3 did not say whose record it is: an API that numbers the records of each website by itself got the edits of one on another.
  3: (entry) => ({ ...entry, recordVersion: 4, target: withScope(entry) }),
};

/** The resources of version 3 whose records belong to the account. */
const ofAccount: readonly unknown[] = ['user', 'sync'];

function withScope({ target, resource, accountId, websiteId }: StoredEntry): unknown {
  return typeof target === 'object' ? { ...target, scope: (ofAccount.includes(resource) ? accountId : websiteId) ?? '' } : target;
}

const mutationOf: Readonly<Record<string, Pick<OutboxEntry, 'resource' | 'mutation'>>> = {
  'settings.save': { resource: 'settings', mutation: 'update' },
  'files.upload': { resource: 'file', mutation: 'upload' },
  'blocks.order': { resource: 'block', mutation: 'reorder' },
  'blocks.show': { resource: 'block', mutation: 'update' },
  'blocks.create': { resource: 'block', mutation: 'create' },
  'blocks.delete': { resource: 'block', mutation: 'delete' },
  'block-settings.save': { resource: 'block-settings', mutation: 'update' },
};

function statusOf(status: unknown): unknown {
  const renamed: ReadonlyMap<unknown, OutboxEntry['status']> = new Map([
    ['queued', 'pending'],
    ['unknown', 'indeterminate'],
    ['parked', 'rejected'],
  ]);
  return renamed.get(status) ?? status;
}

/** A stored entry as parsed, or the fields that are known of one that this version can't read. */
export type ReadEntry =
  | { readonly kind: 'readable'; readonly entry: OutboxEntry }
  | {
      readonly kind: 'unreadable';
      readonly seq: number;
      readonly opId: string | null;
      readonly userId: string | null;
      readonly problem: 'newer' | 'malformed';
    };

/** Migrates a stored entry to this version and checks its shape. Never throws. */
export function readEntry(stored: StoredEntry): ReadEntry {
  const version = stored['recordVersion'];
  if (typeof version === 'number' && version > recordVersion) return unreadable(stored, 'newer');
  let migrated = stored;
  for (let at = typeof version === 'number' ? version : 0; at < recordVersion; at += 1) {
    const migrate = migrations[at];
    if (!migrate) return unreadable(stored, 'malformed');
    migrated = migrate(migrated);
  }
  const entry = parseEntry(migrated);
  return entry ? { kind: 'readable', entry } : unreadable(stored, 'malformed');
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
