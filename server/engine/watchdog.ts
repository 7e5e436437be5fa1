/** How often the engine is asked whether it still answers, in ms. */
const pingEveryMs = 1_000;

export interface Watched {
  readonly ping: () => void;
  /** Calls the listener at every answer to a ping. */
  readonly onPong: (listener: () => void) => void;
}

export interface Watchdog {
  /** For how long the engine has owed an answer, counted as below; ms. */
  readonly silentForMs: () => number;
  readonly stop: () => void;
}

/**
 * Calls `onSilent` once, when a ping has had no answer for `silentMs`. Time is counted in turns of this thread: a process
 * that was suspended, or a machine that slept, missed no turn and has waited for nothing.
 */
export function watch(watched: Watched, silentMs: number, onSilent: () => void): Watchdog {
  const everyMs = Math.min(pingEveryMs, silentMs);
  let unanswered = 0;
  watched.onPong(() => {
    unanswered = 0;
  });
  const timer = setInterval(() => {
    if (unanswered * everyMs >= silentMs) {
      clearInterval(timer);
      onSilent();
      return;
    }
    // One ping at a time: an engine that is stuck must not find a heap of them.
    if (unanswered === 0) watched.ping();
    unanswered += 1;
  }, everyMs);
  timer.unref();
  return { silentForMs: () => unanswered * everyMs, stop: () => clearInterval(timer) };
}
