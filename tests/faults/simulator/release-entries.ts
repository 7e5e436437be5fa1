import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Desk } from './desk.ts';
import { carries, type ChangePromise } from './promises.ts';

/** The changes of a discarded entry must not be sent any more; parts that were sent before may be on the server all the same. */
export function releaseEntries(desk: Desk, userId: string, entries: readonly OutboxEntry[], labelOf: (id: string) => string): void {
  for (const change of desk.promises.all)
    if (change.userId === userId && entries.some((entry) => carries(entry, change, labelOf) && !isNewer(desk, change, entry)))
      change.state = 'open';
}

/** Where one field has several changes, only those that the entry was made of are dropped with it. */
function isNewer(desk: Desk, change: ChangePromise, entry: OutboxEntry): boolean {
  const says = ({ value }: ChangePromise) =>
    JSON.stringify(entry.body)
      .replaceAll(/" +| +"/gu, '"')
      .includes(JSON.stringify(value));
  return change.kind === 'field' && change.value !== null && !says(change) && change.state === 'promised'
    ? desk.promises.all.some(
        (other) => other.order < change.order && other.record === change.record && other.field === change.field && says(other),
      )
    : false;
}
