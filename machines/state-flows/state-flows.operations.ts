import type { Recording } from '../flight-recorder/recording.ts';
import type { FlowStep } from './state-flows.types.ts';

/** The events of a recorded actor as steps; none where the recording has no such actor. */
export function stepsOfRecorded(recording: Recording | null, actorId: string): readonly FlowStep[] {
  const actor = recording?.actors.find(({ id }) => id === actorId);
  return (actor?.events ?? []).map((event) => ({ ...event, next: null }));
}
