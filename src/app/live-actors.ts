import type { InspectionEvent } from 'xstate';
import type { FlightRecorder } from './flight-recorder.ts';

/** What happens before the recorder's code is there waits for it, up to this number of reports. */
const mostWaiting = 2_000;

let waiting: InspectionEvent[] = [];
let recorder: FlightRecorder | null = null;
let loading: Promise<FlightRecorder> | null = null;
/** Its code did not load. Nothing redacts what happens until it is asked for again: it must not stay. */
let isMissing = false;

/** For the `inspect` of every actor that this tab creates: it is listed as running, and its events are recorded. */
export function inspectActors(event: InspectionEvent): void {
  if (recorder) recorder.inspect(event);
  else if (!isMissing && waiting.length < mostWaiting) waiting.push(event);
}

/** The flight recorder of this tab. Rejects where its code does not load; the next call tries again. */
export function loadFlightRecorder(): Promise<FlightRecorder> {
  isMissing = false;
  loading ??= start().catch((error: unknown) => {
    loading = null;
    isMissing = true;
    waiting = [];
    throw error;
  });
  return loading;
}

async function start(): Promise<FlightRecorder> {
  const { createFlightRecorder } = await import('./flight-recorder.ts');
  recorder = createFlightRecorder();
  for (const event of waiting) recorder.inspect(event);
  waiting = [];
  return recorder;
}
