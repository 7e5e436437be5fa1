import * as v from 'valibot';
import { awaitsDelivery, isStopped, type Target, targetSchema } from '#contract/outbox-entry.ts';
import { type ReadEntry, readEntry, recordVersion, type StoredEntry } from './migrate-entry.ts';

/** Index fields that are stored beside an outbox entry. */
export interface IndexFields {
  /** Its record, by `recordKey`. */
  readonly record: string;
  /** The id on this device of what it creates; left out where it creates nothing. */
  readonly localId?: string;
  /** 1: the entry needs attention. */
  readonly attention: 0 | 1;
  /** `sending`: the first attempt is under way; `resending`: a later one; `tried`: an attempt has ended, and none is under way. Else absent. */
  readonly stands?: 'sending' | 'resending' | 'tried';
  /** Of a pending create: see `laneOf`. Absent once a person has to decide. */
  readonly lane?: string;
  /** Of any other entry that is to be sent and depends on no pending one: when it is due, ms since the epoch; 0: now. */
  readonly due?: number;
}

/** The identity of a record as an index has it. All that asks whether two entries are about the same record asks by this. */
export function recordKey({ entity, scope, id }: Target): string {
  return `${entity} ${JSON.stringify([scope, id])}`;
}

/** The first and the last key that a record of one kind may have, of a website or an account. */
export function recordKeysOf({ entity, scope }: Omit<Target, 'id'>): readonly [string, string] {
  const prefix = `${entity} ${JSON.stringify([scope]).slice(0, -1)},`;
  return [prefix, `${prefix}\uffff`];
}

interface DeliveryState {
  readonly resource: string;
  readonly mutation: string;
  readonly status: string;
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly target: Target;
}

/** A lane: the records of one resource and website (or account), which are created one after the other. Null where the entry creates no record. */
export function laneOf({ resource, mutation, target }: Pick<DeliveryState, 'resource' | 'mutation' | 'target'>): string | null {
  return mutation === 'create' ? `${resource} ${target.scope}` : null;
}

/** The index fields that say when an entry is sent. `isFree`: it depends on no pending entry. */
export function scheduleOf(entry: DeliveryState, isFree: boolean): Pick<IndexFields, 'stands' | 'lane' | 'due'> {
  const { status, attempts, nextAttemptAt } = entry;
  const isSending = status === 'sending';
  const isWaiting = awaitsDelivery(entry);
  if (!isSending && !isWaiting) return {};
  const stands = isSending ? (attempts > 1 ? 'resending' : 'sending') : attempts > 0 ? 'tried' : undefined;
  const lane = laneOf(entry);
  return {
    ...(stands === undefined ? {} : { stands }),
    ...(lane === null ? {} : { lane }),
    ...(isWaiting && isFree && lane === null ? { due: nextAttemptAt ?? 0 } : {}),
  };
}

const storedSchema = v.object({
  status: v.string(),
  target: targetSchema,
  body: v.optional(v.object({ localId: v.optional(v.string()) })),
  resource: v.string(),
  mutation: v.string(),
  attempts: v.optional(v.number(), 0),
  nextAttemptAt: v.optional(v.nullable(v.number()), null),
  dependsOn: v.optional(v.array(v.string()), []),
});

/** Entries of other versions as this one stores them, where that differs. `all`: the whole outbox. An entry that can't be read needs attention. */
export function migratedEntries(all: readonly StoredEntry[]): readonly StoredEntry[] {
  const reads = all.filter((stored) => stored['recordVersion'] !== recordVersion).map((stored) => ({ stored, read: readEntry(stored) }));
  // As for `findEntry`: no entry waits for one that can't be read.
  const present = new Set(all.filter((stored) => readEntry(stored).kind === 'readable').map(({ opId }) => opId));
  return reads.flatMap(({ stored, read }): StoredEntry[] => {
    const fields = indexFieldsOf(stored, read, (opId) => present.has(opId));
    if (read.kind === 'readable') return [{ ...read.entry, ...fields }];
    // The index fields of a newer version stay.
    const row: StoredEntry = read.problem === 'newer' ? { ...fields, ...stored } : { ...stored, ...fields };
    return Object.keys(fields).some((field) => stored[field] !== row[field]) ? [row] : [];
  });
}

function indexFieldsOf(stored: StoredEntry, read: ReadEntry, isPresent: (opId: string) => boolean): IndexFields {
  // An entry of a newer version is parsed as it is stored.
  const parsed = v.safeParse(storedSchema, read.kind === 'readable' ? read.entry : stored);
  if (!parsed.success || (read.kind === 'unreadable' && read.problem === 'malformed')) return { record: '', attention: 1 };
  const { status, target, body, mutation, dependsOn } = parsed.output;
  const localId = mutation === 'create' || mutation === 'upload' ? body?.localId : undefined;
  const known = stored['attention'];
  const attention = known === 0 || known === 1 ? known : isStopped({ status }) ? 1 : 0;
  const schedule = scheduleOf(parsed.output, !dependsOn.some(isPresent));
  return { record: recordKey(target), attention, ...(localId === undefined ? {} : { localId }), ...schedule };
}
