import type { FlightRecorder } from './flight-recorder.ts';
import { receiveInspected } from './live-actors.ts';

let loading: Promise<FlightRecorder> | null = null;

/** The flight recorder of this tab. Rejects where its code does not load; the next call tries again. */
export function loadFlightRecorder(): Promise<FlightRecorder> {
  loading ??= start().catch((error: unknown) => {
    loading = null;
    receiveInspected(null);
    throw error;
  });
  return loading;
}

async function start(): Promise<FlightRecorder> {
  const { createFlightRecorder } = await import('./flight-recorder.ts');
  const recorder = createFlightRecorder();
  receiveInspected(recorder.inspect);
  return recorder;
}
