import { type Json, jsonSchema, sameJson } from '#contract/json.ts';
import { isReturnable, type MutationKind, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import { isLocalId, withServerIds } from '#contract/resources/local-id.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import type { SaveStatus } from '#db/save-status.ts';
import type { Enqueued, OutboxRefused } from '#db/outbox-writes.ts';
import * as v from 'valibot';

export const discardedMessage = 'The change was discarded before it reached the server.';
/** For a change that a form still shows. */
export const formDiscardedMessage = `${discardedMessage} What you typed is still here.`;

/** How long a screen waits for the server before it reports the change as pending, ms. */
const confirmationMs = 10_000;

/** What a submission needs to wait for the status of its entries. */
export interface AwaitStatusParts {
  readonly store: ClientStore;
  /** Why every change stays pending now; null where no reason is known. */
  readonly pendingReasonNow: () => PendingReason | null;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
}

/** The status of each entry of a submission, as far as it is known after the wait or when `signal` aborts. */
export function awaitStatuses(parts: AwaitStatusParts, enqueued: Enqueued, signal: AbortSignal): Promise<readonly SaveStatus[]> {
  const { store, pendingReasonNow, timeout = (ms) => AbortSignal.timeout(ms) } = parts;
  const { opIds, behind, rejected = [] } = enqueued;
  const soon = AbortSignal.any([signal, timeout(confirmationMs)]);
  // Where every change waits, this one does too: no read is waited for, unless it was rejected at once and waits for nothing.
  const limit = pendingReasonNow() === null ? soon : AbortSignal.abort();
  return Promise.all(
    opIds.map((opId): SaveStatus | Promise<SaveStatus> => {
      const conflict = behind.find((entry) => entry.opId === opId);
      // An entry behind a conflict is pending whatever the connection.
      if (conflict) return { kind: 'pending', error: null, behind: conflict.labels };
      return store.awaitSaveStatus(opId, { signal: rejected.includes(opId) ? soon : limit });
    }),
  );
}

/** `one`: what is deleted, such as "redirect". */
export const deletingMessage = (one: string): string =>
  `This ${one} is being deleted. To keep it, discard its delete in the sync centre while that still waits.`;

/** The result of a change of a record that the store has refused. */
export function refusedByStore({ code, message }: OutboxRefused, one: string) {
  const text = code === 'deleting' ? deletingMessage(one) : message;
  return { kind: 'failed', code: code === 'quota' ? 'quota' : 'unknown', message: text } as const;
}

/**
 * Whether a delete that was dropped unsent is done all the same: its record was dropped with it before the server had it, and is not waiting to
 * be created.
 */
export async function wasNeverCreated(store: Store, userId: string, id: string, status: SaveStatus): Promise<boolean> {
  if (status.kind !== 'discarded' || status.isLost || !isLocalId(id)) return false;
  const entries = await store.outbox.list(userId);
  const waits = entries.some((read) => read.kind === 'readable' && read.entry.mutation === 'create' && read.entry.target.id === id);
  // After the list: a create that is confirmed in between leaves the outbox, and enters the map.
  return !waits && !(await store.files.idMap(userId)).has(id);
}

interface RejectedEntry {
  readonly userId: string;
  /** The epoch of the user's data when the submission began. */
  readonly epoch: number;
  readonly opId: string;
  /** The kind that the screen submitted. An entry of another kind holds more, such as a create that an edit was merged into. */
  readonly mutation: MutationKind;
  readonly retained: RetainedChange;
  readonly signal: AbortSignal;
  /** Called right before the discard, to write a draft. The database keeps this order, since both transactions write `meta`. */
  readonly onGivenBack: () => void;
}

/** What the screen still has of a rejected change. */
export type RetainedChange =
  /** The values of a form, by the names of the mutation. */
  | { readonly values: Readonly<Record<string, Json>> }
  /** A change without a form, such as a delete: its body as it was submitted, and the ids of its own entries. */
  | { readonly body: Json; readonly submitted: readonly string[] };

/**
 * Discards a rejected entry, since its screen shows the reason and still has all of its change. The entry stays in three cases: another
 * change, of this or another tab, was merged into it, and may have been reported as pending; it creates the record that the screen only
 * edits; the server may hold one of its values, and the next change of the same field must know that value as our own.
 */
export async function returnToForm(store: Store, rejected: RejectedEntry): Promise<void> {
  const { userId, epoch, opId, mutation, retained, signal, onGivenBack } = rejected;
  const found = (await store.outbox.list(userId)).find((read) => read.kind === 'readable' && read.entry.opId === opId);
  const entry = found?.kind === 'readable' ? found.entry : null;
  if (!entry || !isReturnable(entry) || signal.aborted) return;
  if (entry.mutation !== mutation) return;
  // The store has put the server's ids of new records into the entry since.
  const ids = await store.files.idMap(userId);
  const isWhole =
    'values' in retained
      ? holdsOnly(entry, withServerIds(retained.values, ids))
      : retained.submitted.includes(opId) && sameJson(entry.body, withServerIds(retained.body, ids));
  if (!isWhole) return;
  onGivenBack();
  await store.outbox.discard(opId, { as: 'rejected', epoch });
}

type Store = {
  readonly outbox: Pick<ClientStore['outbox'], 'list' | 'discard'>;
  readonly files: Pick<ClientStore['files'], 'idMap'>;
};

/** The values of a settings form, for `returnToForm`. */
export function valuesByKey(writes: readonly { readonly key: string; readonly value: Json }[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(writes.map(({ key, value }) => [key, value]));
}

const bodies = v.union([
  v.object({ settings: v.array(v.object({ key: v.string(), value: jsonSchema })) }),
  v.object({ values: v.record(v.string(), jsonSchema) }),
]);

function holdsOnly({ body }: OutboxEntry, held: Json): boolean {
  const values = new Map(Object.entries(held ?? {}));
  const read = v.safeParse(bodies, body);
  if (!read.success) return false;
  const put =
    'values' in read.output ? Object.entries(read.output.values) : read.output.settings.map(({ key, value }) => [key, value] as const);
  return put.every(([key, value]) => values.has(key) && sameJson(values.get(key), value));
}
