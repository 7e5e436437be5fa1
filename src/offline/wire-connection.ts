import { connectionMachine } from '#machines/connection/connection.machine.ts';
import { probeApi } from '#src/io/connection-probe.ts';
import { type ActorRefFrom, fromPromise } from 'xstate';
import type { Config } from '#src/app/config.ts';

/** At a start, the first ordinary call mostly tells what a probe would; it gets this long. ms. */
const firstProbeMs = 1000;

export function wireConnection(config: Config, token: () => string | null) {
  let first = true;
  return connectionMachine.provide({
    actors: {
      probe: fromPromise(async ({ input, signal }: { input: { readonly timeoutMs: number }; signal: AbortSignal }) => {
        // Nobody is signed in, so nothing waits: the sign-in itself will tell, and the first load has no rival.
        if (token() === null) return { answered: navigator.onLine, at: Date.now() };
        if (first) {
          first = false;
          await ordinaryCall(signal);
        }
        const answered = await probeApi(`${config.apiBase}${config.probePath}`, token(), input.timeoutMs, signal);
        return { answered, at: Date.now() };
      }),
    },
  });
}

/** Waits a moment; given up as soon as an ordinary call has told enough. */
function ordinaryCall(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, firstProbeMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

export type ConnectionActor = ActorRefFrom<typeof connectionMachine>;

/** Hands the browser's hints to the machine, for as long as the page lives. */
export function feedConnection(connection: ConnectionActor): void {
  window.addEventListener('online', () => connection.send({ type: 'navigator.online', at: Date.now() }));
  window.addEventListener('offline', () => connection.send({ type: 'navigator.offline', at: Date.now() }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.send({ type: 'tab.shown', at: Date.now() });
  });
}
