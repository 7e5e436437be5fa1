import * as v from 'valibot';
import { readEntry, type StoredEntry } from './migrate-entry.ts';

/** Index fields that are stored beside an outbox entry. */
export interface Findable {
  /** Its record: `entity id`. */
  readonly record: string;
  /** The id on this device of what it creates; left out where it creates nothing. */
  readonly localId?: string;
  /** 1: a person should see it. */
  readonly attention: 0 | 1;
  /** `sending`: its first attempt is under way; `resending`: a later one; `tried`: none is, and one was. Left out of any other. */
  readonly stands?: 'sending' | 'resending' | 'tried';
  /** Of a record to be created, until a person has to decide: see `laneOf`. */
  readonly lane?: string;
  /** Of any other entry that waits for the network, and for no other entry that it depends on: when, ms since the epoch; 0: now. */
  readonly due?: number;
}

export function recordKey({ entity, id }: { readonly entity: string; readonly id: string }): string {
  return `${entity} ${id}`;
}

interface Standing {
  readonly resource: string;
  readonly mutation: string;
  readonly status: string;
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly websiteId: string | null;
}

/** The records of one resource and website are created one after the other; null: no record is created. */
export function laneOf({ resource, mutation, websiteId }: Pick<Standing, 'resource' | 'mutation' | 'websiteId'>): string | null {
  return mutation === 'create' ? `${resource} ${websiteId ?? ''}` : null;
}

/** The state of an entry in the outbox. `isFree`: nothing is pending that it depends on. */
export function scheduleOf(entry: Standing, isFree: boolean): Pick<Findable, 'stands' | 'lane' | 'due'> {
  const { status, attempts, nextAttemptAt } = entry;
  const isSending = status === 'sending';
  const isWaiting = status === 'pending' || status === 'indeterminate';
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

/** The same of entries that the code before schema version 3 wrote, all at once; of one that can't be read, that a person should see it. */
export function findablesOf(all: readonly StoredEntry[]): ReadonlyMap<unknown, Findable> {
  // As `findEntry` sees them: what can't be read keeps nothing waiting.
  const present = new Set(all.filter((stored) => readEntry(stored).kind === 'readable').map(({ opId }) => opId));
  return new Map(all.map((stored) => [stored['seq'], findableOf(stored, (opId) => present.has(opId))]));
}

function findableOf(stored: StoredEntry, isPresent: (opId: string) => boolean): Findable {
  const read = readEntry(stored);
  // What this version can read as it writes it; of what a newer one wrote, what is there.
  const parsed = v.safeParse(storedSchema, read.kind === 'readable' ? read.entry : stored);
  if (!parsed.success || (read.kind === 'unreadable' && read.problem === 'malformed')) return { record: '', attention: 1 };
  const { status, target, body, mutation, dependsOn } = parsed.output;
  const localId = mutation === 'create' || mutation === 'upload' ? body?.localId : undefined;
  const known = stored['attention'];
  const attention = known === 0 || known === 1 ? known : status === 'rejected' || status === 'conflict' ? 1 : 0;
  const schedule = scheduleOf(parsed.output, !dependsOn.some(isPresent));
  return { record: recordKey(target), attention, ...(localId === undefined ? {} : { localId }), ...schedule };
}
