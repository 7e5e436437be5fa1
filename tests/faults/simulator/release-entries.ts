import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Simulation } from './simulation.ts';
import { carries, type ChangePromise } from './promises.ts';

/** The changes of a discarded entry must not be sent any more; parts that were sent before may be on the server all the same. */
export function releaseEntries(
  simulation: Simulation,
  userId: string,
  entries: readonly OutboxEntry[],
  labelOf: (id: string) => string,
): void {
  for (const change of simulation.promises.all)
    if (change.userId === userId && entries.some((entry) => carries(entry, change, labelOf) && !isNewer(simulation, change, entry)))
      change.state = 'open';
}

/** Where one field has several changes, only those that the entry was made of are dropped with it. */
function isNewer(simulation: Simulation, change: ChangePromise, entry: OutboxEntry): boolean {
  const says = ({ value }: ChangePromise) =>
    JSON.stringify(entry.body)
      .replaceAll(/" +| +"/gu, '"')
      .includes(JSON.stringify(value));
  return change.kind === 'field' && change.value !== null && !says(change) && change.state === 'promised'
    ? simulation.promises.all.some(
        (other) => other.order < change.order && other.record === change.record && other.field === change.field && says(other),
      )
    : false;
}
