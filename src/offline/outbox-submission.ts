import { type Json, jsonSchema, sameJson } from '#contract/json.ts';
import { mayBeOnServer, type MutationKind, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeviceStore } from '#db/device-store.ts';
import type { SaveStatus } from '#db/save-status.ts';
import type { Enqueued } from '#db/outbox-writes.ts';
import * as v from 'valibot';

/** The status of each entry of a submission, as far as it is known when `limit` aborts. */
export function awaitStatuses(store: DeviceStore, { opIds, behind }: Enqueued, limit: AbortSignal): Promise<readonly SaveStatus[]> {
  return Promise.all(
    opIds.map((opId): SaveStatus | Promise<SaveStatus> => {
      const conflict = behind.find((entry) => entry.opId === opId);
      // An entry behind a conflict is pending whatever the connection.
      return conflict ? { kind: 'waiting', error: null, behind: conflict.labels } : store.awaitSaveStatus(opId, { signal: limit });
    }),
  );
}

interface RejectedEntry {
  readonly userId: string;
  /** The epoch of the user's data when the submission began. */
  readonly epoch: number;
  readonly opId: string;
  /** The ids of the submission's own entries, which an entry of another submission may carry on. */
  readonly submitted: readonly string[];
  /** The kind that the screen submitted. An entry of another kind holds more, such as a create that an edit was merged into. */
  readonly mutation: MutationKind;
  /** The values that the form still holds, by the names of the mutation; null: the change has no form. */
  readonly values: Readonly<Record<string, Json>> | null;
  readonly signal: AbortSignal;
  /** Called right before the discard, to write a draft. The database keeps this order, since both transactions write `meta`. */
  readonly onGivenBack: () => void;
}

/**
 * Discards a rejected entry, since its form shows the reason and still holds the values. The entry stays in three cases: another save,
 * of this or another tab, was merged into it, and its values are stored nowhere else; it creates the record that the screen only
 * edits; the server may hold one of its values, and the next change of the record must know that value for our own.
 */
export async function returnToForm(store: DeviceStore, rejected: RejectedEntry): Promise<void> {
  const { userId, epoch, opId, submitted, mutation, values, signal, onGivenBack } = rejected;
  const entry = (await store.outbox.list(userId)).find((read) => read.kind === 'readable' && read.entry.opId === opId);
  if (entry?.kind !== 'readable' || entry.entry.status !== 'rejected' || mayBeOnServer(entry.entry) || signal.aborted) return;
  if (entry.entry.mutation !== mutation) return;
  // A change without values that another entry carries on belongs to that entry, whose tab may have reported it as pending.
  if (values === null ? !submitted.includes(opId) : !holdsOnly(entry.entry, values)) return;
  onGivenBack();
  await store.outbox.discard(opId, { as: 'rejected', epoch });
}

/** The values of a settings form, for `returnToForm`. */
export function valuesByKey(writes: readonly { readonly key: string; readonly value: Json }[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(writes.map(({ key, value }) => [key, value]));
}

const bodies = v.union([
  v.object({ settings: v.array(v.object({ key: v.string(), value: jsonSchema })) }),
  v.object({ values: v.record(v.string(), jsonSchema) }),
]);

function holdsOnly({ body }: OutboxEntry, values: Readonly<Record<string, Json>>): boolean {
  const read = v.safeParse(bodies, body);
  if (!read.success) return false;
  const put =
    'values' in read.output ? Object.entries(read.output.values) : read.output.settings.map(({ key, value }) => [key, value] as const);
  return put.every(([key, value]) => key in values && sameJson(values[key], value));
}
