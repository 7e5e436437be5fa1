import { type Json, jsonSchema, sameJson } from '#contract/json.ts';
import { mayBeOnServer, type MutationKind, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import type { SaveStatus } from '#db/save-status.ts';
import type { Enqueued } from '#db/outbox-writes.ts';
import * as v from 'valibot';

/** What became of each entry of a submission, as far as it is known when `limit` aborts. */
export function outcomesOf(store: ClientStore, { opIds, behind }: Enqueued, limit: AbortSignal): Promise<readonly SaveStatus[]> {
  return Promise.all(
    opIds.map((opId): SaveStatus | Promise<SaveStatus> => {
      const choice = behind.find((row) => row.opId === opId);
      // Known at once, with a connection and without one.
      return choice ? { kind: 'pending', error: null, behind: choice.labels } : store.awaitSaveStatus(opId, { signal: limit });
    }),
  );
}

interface Refused {
  readonly userId: string;
  /** Of the user's data, from when the submission began. */
  readonly epoch: number;
  readonly opId: string;
  /** Those that the submission was stored under: one of another submission may carry them on. */
  readonly submitted: readonly string[];
  /** What the screen submitted: an entry of another kind carries more than that, such as a create that an edit was merged into. */
  readonly mutation: MutationKind;
  /** What the form that is told still holds, by the name that its mutation gives each field; null: the change needs no form. */
  readonly values: Readonly<Record<string, Json>> | null;
  readonly signal: AbortSignal;
  /**
   * Called right before the entry leaves, to write a draft: the database does the two in this order, since both transactions write `meta`.
   */
  readonly onGivenBack: () => void;
}

/**
 * Takes a refused entry out of the outbox: its screen says so, and holds what it held. It stays where another save was joined with it, of
 * this tab or another, whose values are nowhere else; where it makes the record that the screen only edits; and where the server may hold a value of it, or of one that it took along: the next change
 * of the same takes it along, and knows that value for our own.
 */
export async function giveBack(store: ClientStore, refused: Refused): Promise<void> {
  const { userId, epoch, opId, submitted, mutation, values, signal, onGivenBack } = refused;
  const entry = (await store.outbox.list(userId)).find((read) => read.kind === 'readable' && read.entry.opId === opId);
  if (entry?.kind !== 'readable' || entry.entry.status !== 'rejected' || mayBeOnServer(entry.entry) || signal.aborted) return;
  if (entry.entry.mutation !== mutation) return;
  // A change without values that another one carries on is that one's: its tab may have reported it as pending.
  if (values === null ? !submitted.includes(opId) : !holdsOnly(entry.entry, values)) return;
  onGivenBack();
  await store.outbox.discard(opId, { as: 'rejected', epoch });
}

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
