import { type Json, jsonSchema, sameJson } from '#contract/json.ts';
import { mayBeOnServer, type MutationKind, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeviceStore } from '#db/device-store.ts';
import type { SaveStatus } from '#db/save-status.ts';
import type { Enqueued } from '#db/outbox-writes.ts';
import * as v from 'valibot';

/** What became of each entry of a submission, as far as it is known when `limit` aborts. */
export function outcomesOf(store: DeviceStore, { opIds, behind }: Enqueued, limit: AbortSignal): Promise<readonly SaveStatus[]> {
  return Promise.all(
    opIds.map((opId): SaveStatus | Promise<SaveStatus> => {
      const choice = behind.find((row) => row.opId === opId);
      // Known at once, with a connection and without one.
      return choice ? { kind: 'waiting', error: null, behind: choice.labels } : store.awaitSaveStatus(opId, { signal: limit });
    }),
  );
}

interface Refused {
  readonly userId: string;
  /** Of the user's data, from when the submission began. */
  readonly epoch: number;
  readonly opId: string;
  /** What the screen submitted: an entry of another kind carries more than that, such as a create that an edit was merged into. */
  readonly mutation: MutationKind;
  readonly holds: FormHolds;
  readonly signal: AbortSignal;
  /**
   * Called right before the entry leaves, to write a draft: the database does the two in this order, since both transactions write `meta`.
   */
  readonly onGivenBack: () => void;
}

/** What the screen still holds of a refused change. */
export type FormHolds =
  /** The values of a form, by the name that its mutation gives each field. */
  | { readonly values: Readonly<Record<string, Json>> }
  /** A change that needs no form, such as a delete: all of it, as it was submitted, and the entries that it was stored in. */
  | { readonly body: Json; readonly submitted: readonly string[] };

/**
 * Takes a refused entry out of the outbox: its screen says so, and holds all of it. The entry stays where another change was merged with
 * it, of this tab or another, which may have been reported as pending; where it creates the record that the screen only edits; and where
 * the server may hold a value of it, or of one that it carries on: the next change of the same field needs to know that value as our own.
 */
export async function giveBack(store: Store, { userId, epoch, opId, mutation, holds, signal, onGivenBack }: Refused): Promise<void> {
  const found = (await store.outbox.list(userId)).find((read) => read.kind === 'readable' && read.entry.opId === opId);
  const entry = found?.kind === 'readable' ? found.entry : null;
  if (entry?.status !== 'rejected' || mayBeOnServer(entry) || signal.aborted) return;
  if (entry.mutation !== mutation) return;
  const isWhole = 'values' in holds ? holdsOnly(entry, holds.values) : holds.submitted.includes(opId) && sameJson(entry.body, holds.body);
  if (!isWhole) return;
  onGivenBack();
  await store.outbox.discard(opId, { as: 'rejected', epoch });
}

type Store = { readonly outbox: Pick<DeviceStore['outbox'], 'list' | 'discard'> };

/** What a form of settings holds, for `giveBack`. */
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
