import { useEffect, useState } from 'react';
import type { FlightRecorder, LiveActor } from '#src/app/flight-recorder.ts';
import { loadFlightRecorder } from '#src/app/load-flight-recorder.ts';

const none: readonly LiveActor[] = [];

/** The actors of this tab, as the flight recorder has them: at most once a frame. */
export function useLiveActors(): readonly LiveActor[] {
  const [recorder, setRecorder] = useState<FlightRecorder | null>(null);
  const [actors, setActors] = useState(none);
  useEffect(() => {
    let isCurrent = true;
    loadFlightRecorder().then(
      (loaded) => isCurrent && setRecorder(loaded),
      // It shares code with this page: where that does not load, the page has not loaded either, and says so.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  useEffect(() => {
    if (recorder === null) return;
    let frame = 0;
    const read = () => {
      frame = 0;
      // Copies: the recorder goes on to write in its own.
      setActors(recorder.actors().map((actor) => ({ ...actor })));
    };
    read();
    const stop = recorder.watch(() => {
      if (frame === 0) frame = requestAnimationFrame(read);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [recorder]);
  return actors;
}
