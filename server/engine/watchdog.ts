/** How often the watched is asked whether it still answers, in ms. */
const pingEveryMs = 1_000;

export interface WatchedEngine {
  /** Asks for an answer, which may come before this returns. */
  readonly ping: () => void;
  /** Calls the listener at every answer. */
  readonly onPong: (listener: () => void) => void;
}

export interface Watchdog {
  /** For how long an answer has been owed, counted as below; ms. */
  readonly silentForMs: () => number;
  readonly stop: () => void;
}

/**
 * Calls `onSilent` once, when a ping has had no answer for `silentMs`. Time is counted in turns of this thread: a process
 * that was suspended, or a machine that slept, missed no turn and has waited for nothing.
 */
export function watch(watched: WatchedEngine, silentMs: number, onSilent: () => void): Watchdog {
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
    unanswered += 1;
    // One ping at a time: an engine that is stuck must not find a heap of them.
    if (unanswered === 1) watched.ping();
  }, everyMs);
  timer.unref();
  return { silentForMs: () => unanswered * everyMs, stop: () => clearInterval(timer) };
}
