import * as v from 'valibot';
import { awaitsDelivery, isStopped } from '#contract/outbox-entry.ts';
import { readEntry, type StoredEntry } from './migrate-entry.ts';

/** Index fields that are stored beside an outbox entry. */
export interface IndexFields {
  /** Its record: `entity id`. */
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

export function recordKey({ entity, id }: { readonly entity: string; readonly id: string }): string {
  return `${entity} ${id}`;
}

interface DeliveryState {
  readonly resource: string;
  readonly mutation: string;
  readonly status: string;
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly websiteId: string | null;
}

/** A lane: the records of one resource and website, which are created one after the other. Null where the entry creates no record. */
export function laneOf({ resource, mutation, websiteId }: Pick<DeliveryState, 'resource' | 'mutation' | 'websiteId'>): string | null {
  return mutation === 'create' ? `${resource} ${websiteId ?? ''}` : null;
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
  target: v.object({ entity: v.string(), id: v.string() }),
  body: v.optional(v.object({ localId: v.optional(v.string()) })),
  resource: v.string(),
  mutation: v.string(),
  attempts: v.optional(v.number(), 0),
  nextAttemptAt: v.optional(v.nullable(v.number()), null),
  websiteId: v.optional(v.nullable(v.string()), null),
  dependsOn: v.optional(v.array(v.string()), []),
});

/** The index fields of all entries that code before schema version 3 wrote. An entry that can't be read needs attention. */
export function indexFieldsOf(all: readonly StoredEntry[]): ReadonlyMap<unknown, IndexFields> {
  // As for `findEntry`: no entry waits for one that can't be read.
  const present = new Set(all.filter((stored) => readEntry(stored).kind === 'readable').map(({ opId }) => opId));
  return new Map(all.map((stored) => [stored['seq'], indexFieldsOfOne(stored, (opId) => present.has(opId))]));
}

function indexFieldsOfOne(stored: StoredEntry, isPresent: (opId: string) => boolean): IndexFields {
  const read = readEntry(stored);
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
