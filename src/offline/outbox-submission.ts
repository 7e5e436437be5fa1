import { wireValueSchema, type WireValue } from '#contract/entities/setting.ts';
import { type Json, sameJson } from '#contract/json.ts';
import { isDoubted } from '#contract/outbox-entry.ts';
import type { DeviceStore } from '#db/device-store.ts';
import type { SaveOutcome } from '#db/outcome-of.ts';
import type { Enqueued } from '#db/queue-result.ts';
import * as v from 'valibot';

/** What became of each entry of a submission, as far as it is known when `limit` aborts. */
export function outcomesOf(store: DeviceStore, { opIds, behind }: Enqueued, limit: AbortSignal): Promise<readonly SaveOutcome[]> {
  return Promise.all(
    opIds.map((opId): SaveOutcome | Promise<SaveOutcome> => {
      const choice = behind.find((row) => row.opId === opId);
      // Known at once, with a connection and without one.
      return choice ? { kind: 'waiting', error: null, behind: choice } : store.awaitOutcome(opId, { signal: limit });
    }),
  );
}

interface Refused {
  readonly userId: string;
  /** Of the user's data, from when the submission began. */
  readonly epoch: number;
  readonly opId: string;
  /** What the form that is told still holds; null: the change needs no form. */
  readonly writes: readonly Write[] | null;
  readonly signal: AbortSignal;
  /**
   * Called right before the entry leaves, to write a draft: the database does the two in this order, since both transactions write `meta`.
   */
  readonly onGivenBack: () => void;
}

interface Write {
  readonly key: string;
  readonly value: WireValue;
}

/**
 * Takes a refused entry out of the outbox: its screen says so, and holds what it held. It stays where another save was joined with it, of
 * this tab or another, whose values are nowhere else; and where the server may hold a value of it, or of one that it took along: the next change
 * of the same takes it along, and knows that value for our own.
 */
export async function giveBack(store: DeviceStore, { userId, epoch, opId, writes, signal, onGivenBack }: Refused): Promise<void> {
  const entry = (await store.outbox.list(userId)).find((read) => read.kind === 'row' && read.row.opId === opId);
  if (entry?.kind !== 'row' || entry.row.status !== 'parked' || isDoubted(entry.row) || signal.aborted) return;
  if (writes !== null && !holdsOnly(entry.row.body, writes)) return;
  onGivenBack();
  await store.outbox.discard(opId, { as: 'rejected', epoch });
}

const settingsBody = v.object({ settings: v.array(v.object({ key: v.string(), value: wireValueSchema })) });

function holdsOnly(body: Json, writes: readonly Write[]): boolean {
  const read = v.safeParse(settingsBody, body);
  const isHeld = ({ key, value }: Write) => writes.some((write) => write.key === key && sameJson(write.value, value));
  return read.success && read.output.settings.every(isHeld);
}
