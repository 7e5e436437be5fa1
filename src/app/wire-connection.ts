import { connectionMachine } from '#machines/connection/connection.machine.ts';
import { probeApi } from '#src/io/connection-probe.ts';
import { type ActorRefFrom, fromPromise } from 'xstate';
import type { Config } from './config.ts';

export function wireConnection(config: Config, token: () => string | null) {
  return connectionMachine.provide({
    actors: {
      probe: fromPromise(async ({ input, signal }: { input: { readonly timeoutMs: number }; signal: AbortSignal }) => {
        const answered = await probeApi(`${config.apiBase}${config.probePath}`, token(), input.timeoutMs, signal);
        return { answered, at: Date.now() };
      }),
    },
  });
}

/** Hands the browser's hints to the machine, for as long as the page lives. */
export function feedConnection(connection: ActorRefFrom<typeof connectionMachine>): void {
  window.addEventListener('online', () => connection.send({ type: 'navigator.online', at: Date.now() }));
  window.addEventListener('offline', () => connection.send({ type: 'navigator.offline', at: Date.now() }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.send({ type: 'tab.shown', at: Date.now() });
  });
}
