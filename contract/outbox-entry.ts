import * as v from 'valibot';
import { jsonSchema } from './json.ts';

/** What a mutation does to its record, or to the collection that it is in. */
export const mutationKinds = ['create', 'update', 'delete', 'reorder', 'upload', 'act'] as const;
export type MutationKind = (typeof mutationKinds)[number];

/**
 * One mutation that the server has not confirmed: the vocabulary that the client store and the machines share without importing each other.
 * `pending`: never sent, or due again; `sending`: a request is in flight; `indeterminate`: a request was started and its outcome is not
 * known; `conflict`: theirs and ours differ and a person must choose; `rejected`: the server refused it, with a reason.
 */
const entryStatuses = ['pending', 'sending', 'indeterminate', 'conflict', 'rejected'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** Why an entry is not simply pending, for the sync centre. Where `message` is empty, the text for people is made from `code`. */
const entryErrorSchema = v.object({
  code: v.string(),
  message: v.string(),
  /** The status of the answer; absent where there was none. */
  status: v.optional(v.number()),
  fields: v.optional(v.record(v.string(), v.string()), {}),
  /** For a conflict: the server's values of the changed fields. */
  theirs: v.optional(v.record(v.string(), jsonSchema)),
});
export type EntryError = v.InferOutput<typeof entryErrorSchema>;

/**
 * The identity of the record that an entry changes. `scope`: the id of the website, or of the account where the record belongs to that: an API
 * may number the records of each one by itself.
 */
export const targetSchema = v.object({ entity: v.string(), scope: v.string(), id: v.string() });
export type Target = v.InferOutput<typeof targetSchema>;

export const outboxEntrySchema = v.object({
  /** The place in the outbox; assigned by the store. */
  seq: v.number(),
  /** UUID; the idempotency key of all attempts. */
  opId: v.string(),
  userId: v.string(),
  accountId: v.nullable(v.string()),
  websiteId: v.nullable(v.string()),
  recordVersion: v.number(),
  appVersion: v.string(),
  /** The kind of record: `settings`, `block`, `redirect`. */
  resource: v.string(),
  mutation: v.picklist(mutationKinds),
  target: targetSchema,
  dependsOn: v.array(v.string()),
  body: jsonSchema,
  /** The changed fields as last read from the server. */
  base: v.record(v.string(), jsonSchema),
  fileIds: v.array(v.string()),
  status: v.picklist(entryStatuses),
  attempts: v.number(),
  /**
   * An attempt of it ended indeterminate. Never reset: no code may assume that the server does not have the change, whatever the results of
   * later attempts.
   */
  mayHaveBeenApplied: v.boolean(),
  /** Attempts in a row that ended without a known outcome. From `troublesForAttention` on the entry needs attention; it is still tried. */
  troubles: v.number(),
  /** By field, values that earlier saves of the same user may have written, and this one carries on. They cause no conflict. */
  maybeOurs: v.record(v.string(), v.array(jsonSchema)),
  /**
   * The same by change, each with all values that it may have written: where one field still has its value, the others were written too.
   * Absent in entries of earlier versions, and where a person has decided since.
   */
  maybeApplied: v.optional(v.array(v.record(v.string(), jsonSchema)), []),
  /** ms since the epoch; null: due now. */
  nextAttemptAt: v.nullable(v.number()),
  lastError: v.nullable(entryErrorSchema),
  /**
   * A person has decided to create the record although it may be there already: it is sent once more, under its key and without a preflight
   * read. Absent in every other entry.
   */
  isRepeatDecided: v.optional(v.literal(true)),
  /**
   * By field, our own value before somebody else's change was joined with it, which nobody had seen. A change with another base than this one
   * began at our own value: it does not replace the joined one. Absent: none.
   */
  joined: v.optional(v.record(v.string(), jsonSchema)),
  createdAt: v.number(),
  /** The place of the last save in it among those of this device (`lastSaveOf`), ms since the epoch. Absent: `createdAt`. */
  changedAt: v.optional(v.number()),
});
export type OutboxEntry = v.InferOutput<typeof outboxEntrySchema>;
/** What the scope of a target follows from. */
export type TargetScope = Pick<OutboxEntry, 'websiteId' | 'accountId'>;

/** The place of the last save in an entry among the saves of this device. ms since the epoch, by the order of the clicks. */
export const lastSaveOf = ({ createdAt, changedAt = createdAt }: Pick<OutboxEntry, 'createdAt' | 'changedAt'>): number => changedAt;

/** Not sent again until a person has decided. */
export function isStopped({ status }: { readonly status: string }): boolean {
  return status === 'rejected' || status === 'conflict';
}

/** To be sent, for the first time or again, and not in flight. */
export function awaitsDelivery({ status }: { readonly status: string }): boolean {
  return status === 'pending' || status === 'indeterminate';
}

/** Whether the server may hold an unconfirmed value of the entry, or of a change that it carries on. */
export function mayBeOnServer({ mayHaveBeenApplied, maybeOurs }: Pick<OutboxEntry, 'mayHaveBeenApplied' | 'maybeOurs'>): boolean {
  return mayHaveBeenApplied || Object.keys(maybeOurs).length > 0;
}

/** The error code of a create that may have been applied, where no read shows whether it was: only a person can look. */
export const maybeCreated = 'maybe_created';

/** The error code of a change that the server stores only once a person has confirmed it. */
export const confirmationRequired = 'confirmation_required';

/** Whether a person has to say whether the record of a create is there. */
export function asksWhetherCreated({ status, lastError }: Pick<OutboxEntry, 'status' | 'lastError'>): boolean {
  return status === 'rejected' && lastError?.code === maybeCreated;
}

/** After this many attempts in a row without a known outcome an entry needs attention. */
export const troublesForAttention = 5;

/** The longest wait of our own back-off, ms. A wait that the server asks for holds the whole outbox. */
export const longestWaitMs = 60_000;

/** `resource.mutation`, such as `block.create`. */
export function mutationName({ resource, mutation }: { readonly [key: string]: unknown }): string {
  return `${String(resource)}.${String(mutation)}`;
}

/** Whether a form may take the entry back: the server refused it and can hold nothing of it, or its record was deleted elsewhere. */
export function isReturnable(entry: OutboxEntry): boolean {
  if (entry.status === 'conflict') return entry.lastError?.code === 'gone';
  return entry.status === 'rejected' && !mayBeOnServer(entry);
}
