import { appUpdateMachine } from '#machines/app-update/app-update.machine.ts';
import { type ActorRefFrom, createActor } from 'xstate';
import { fromPromise } from '#machines/actor-logic.ts';
import type { ServiceWorkerHandle } from '#src/io/service-worker.ts';
import { inspectActors } from './live-actors.ts';
import { prefetchWhenIdle } from './when-idle.ts';

const reloadedKey = 'frontage.chunkReload';
/** A chunk that is missing again this soon after a reload does not cause another reload. ms. */
const reloadGuardMs = 60_000;
/** How long the page itself may take to answer before it counts as unreachable. ms. */
const probeMs = 5_000;
/** How long a new version may take to take over before the page reports that it did not. ms. */
const takeOverMs = 10_000;

/** Starts the actor, and registers the service worker once the page is idle. */
export function startAppUpdate(): ActorRefFrom<typeof appUpdateMachine> {
  let worker: ServiceWorkerHandle | null = null;
  const actor = createActor(
    appUpdateMachine.provide({
      actors: {
        applyUpdate: fromPromise(async () => {
          if (worker) await worker.update();
          else location.reload();
          await new Promise((resolve) => setTimeout(resolve, takeOverMs));
        }),
        probePage: fromPromise(async ({ signal }) => {
          const limit = AbortSignal.any([signal, AbortSignal.timeout(probeMs)]);
          // The header of a reload: a server of single-page apps answers only that with the page.
          const headers = { accept: 'text/html' };
          const answer = await fetch(location.pathname, { headers, cache: 'no-store', signal: limit }).catch(() => null);
          return answer?.ok ?? false;
        }),
        reloadPage: fromPromise(async ({ input }: { input: { readonly guardChunk: boolean } }) => {
          if (input.guardChunk) storeReloadTime();
          location.reload();
          await new Promise((resolve) => setTimeout(resolve, takeOverMs));
        }),
      },
    }),
    { systemId: 'app-update', inspect: inspectActors, input: { online: navigator.onLine, reloadedForChunk: wasJustReloaded() } },
  );
  actor.start();
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    prefetchWhenIdle(async () => {
      const { registerServiceWorker } = await import('#src/io/service-worker.ts');
      worker = registerServiceWorker(() => actor.send({ type: 'update.found' }));
    });
  return actor;
}

function wasJustReloaded(): boolean {
  try {
    const at = Number(sessionStorage.getItem(reloadedKey));
    return Number.isFinite(at) && at > 0 && Date.now() - at < reloadGuardMs;
  } catch {
    // Without the time of the last reload the page could reload itself for ever.
    return true;
  }
}

function storeReloadTime(): void {
  try {
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    // `wasJustReloaded` then answers true.
  }
}
