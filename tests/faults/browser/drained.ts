import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { needsPerson, outboxRows, type RestingEntry } from './outbox-rows.ts';

/** Longer than the longest wait between two attempts, 60 s, on a machine that is busy. ms. */
const patienceMs = 150_000;

export interface Drained {
  /** Entries that need a person's decision. */
  readonly left: readonly RestingEntry[];
  /** Entries that neither left nor asked for a person, because nothing changed for too long. */
  readonly stuck: readonly RestingEntry[];
}

/** Waits until everything that can be sent is sent, as long as the outbox changes. */
export async function drained(page: Page): Promise<Drained> {
  let before = '';
  let movedAt = performance.now();
  for (;;) {
    const entries = await outboxRows(page);
    // An entry behind one that needs a person waits for that person too.
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
