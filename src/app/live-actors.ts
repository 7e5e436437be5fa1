import type { InspectionEvent } from 'xstate';

type Inspect = (event: InspectionEvent) => void;

/** What happens before the recorder's code is there waits for it, up to this number of reports. */
const mostWaiting = 2_000;

let waiting: InspectionEvent[] = [];
let receive: Inspect = (event) => {
  if (waiting.length < mostWaiting) waiting.push(event);
};

/** For the `inspect` of every actor that this tab creates: it is listed as running, and its events are recorded. */
export const inspectActors: Inspect = (event) => receive(event);

/**
 * Hands over to the recorder: what comes from now on, and what has come before. Null: its code did not load. What waits is dropped, and
 * nothing more waits: nothing would redact it.
 */
export function receiveInspected(recorder: Inspect | null): void {
  receive = recorder ?? (() => undefined);
  if (recorder) for (const event of waiting) recorder(event);
  waiting = [];
}
