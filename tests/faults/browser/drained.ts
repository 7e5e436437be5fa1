import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { needsPerson, outboxRows, type RestingEntry } from './outbox-rows.ts';

/** Longer than the longest wait between two attempts, 60 s, on a machine that is busy. ms. */
const patienceMs = 150_000;

export interface Drained {
  /** What a person has to decide. */
  readonly left: readonly RestingEntry[];
  /** What neither left nor asked for a person: nothing moved for too long. */
  readonly stuck: readonly RestingEntry[];
}

/** Waits until all that can leave has left, as long as anything moves. */
export async function drained(page: Page): Promise<Drained> {
  let before = '';
  let movedAt = performance.now();
  for (;;) {
    const entries = await outboxRows(page);
    // What waits behind an entry that needs a person waits for the person too.
    const asked = new Set(entries.filter(needsPerson).map(({ opId }) => opId));
    const isBehind = (entry: RestingEntry) =>
      asked.has(entry.opId) ||
      entry.dependsOn.some((opId) => asked.has(opId)) ||
      entries.some(
        (other) =>
          asked.has(other.opId) &&
          other.seq < entry.seq &&
          other.target.id === entry.target.id &&
          other.target.entity === entry.target.entity,
      );
    const waiting = entries.filter((entry) => !isBehind(entry));
    if (waiting.length === 0) return { left: entries, stuck: [] };
    const now = JSON.stringify(entries);
    if (now !== before) movedAt = performance.now();
    if (performance.now() - movedAt > patienceMs) return { left: entries, stuck: waiting };
    before = now;
    await sleep(500);
  }
}
