/** The interval between two pings, in ms. */
const pingEveryMs = 1_000;

export interface WatchedEngine {
  /** Asks for an answer, which may come before this returns. */
  readonly ping: () => void;
  /** Calls the listener at every answer. */
  readonly onPong: (listener: () => void) => void;
}

export interface Watchdog {
  /** How long an answer has been due, counted as below; ms. */
  readonly silentForMs: () => number;
  readonly stop: () => void;
}

/**
 * Calls `onSilent` once, when a ping has had no answer for `silentMs`. Time is counted in turns of this thread, so that a suspended process
 * or a sleeping machine does not count as silence.
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
    // One ping at a time: a stuck engine must not accumulate them.
    if (unanswered === 1) watched.ping();
  }, everyMs);
  timer.unref();
  return { silentForMs: () => unanswered * everyMs, stop: () => clearInterval(timer) };
}
