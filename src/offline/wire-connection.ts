import type { Disconnection } from '#contract/disconnection.ts';
import { connectionMachine, type ProbeOutput } from '#machines/connection/connection.machine.ts';
import { probeApi } from '#src/io/connection-probe.ts';
import { type ActorRefFrom, createActor } from 'xstate';
import { fromPromise } from '#machines/actor-logic.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import type { Config } from '#src/app/config.ts';
import { inspectActors } from '#src/app/live-actors.ts';

/** How long the first probe waits for an ordinary call, which mostly makes it unnecessary. ms. */
const firstProbeMs = 1000;

function wireConnection(config: Config, token: () => string | null) {
  let first = true;
  return connectionMachine.provide({
    actors: {
      probe: fromPromise(async ({ input, signal }: { input: { readonly timeoutMs: number }; signal: AbortSignal }) => {
        // Nobody is signed in, so nothing is pending: the sign-in call will show whether the API answers.
        if (token() === null) return outputOf(navigator.onLine ? null : { kind: 'noAnswer' });
        const isFirst = first;
        first = false;
        // Without a network there is no ordinary call to wait for.
        if (isFirst && navigator.onLine) await waitForOrdinaryCall(signal);
        return outputOf(await probeApi(`${config.apiBase}${config.probePath}`, token(), input.timeoutMs, signal));
      }),
    },
  });
}

const outputOf = (met: Disconnection | null): ProbeOutput =>
  met === null ? { answered: true, at: Date.now() } : { answered: false, at: Date.now(), met };

/** Waits a moment. Aborted as soon as an ordinary call has an answer. */
function waitForOrdinaryCall(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, firstProbeMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

export type ConnectionActor = ActorRefFrom<typeof connectionMachine>;

/** Starts the machine, and sends it the browser's connection events for as long as the page lives. */
export function createConnection(config: Config, session: ActorRefFrom<typeof sessionMachine>): ConnectionActor {
  const connection = createActor(
    wireConnection(config, () => session.getSnapshot().context.session?.apiToken ?? null),
    {
      input: { seed: Math.floor(Math.random() * 2 ** 31), hasNoNetwork: !navigator.onLine },
      systemId: 'connection',
      inspect: inspectActors,
    },
  );
  connection.start();
  window.addEventListener('online', () => connection.send({ type: 'navigator.online', at: Date.now() }));
  window.addEventListener('offline', () => connection.send({ type: 'navigator.offline', at: Date.now() }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.send({ type: 'tab.shown', at: Date.now() });
  });
  return connection;
}
