import { revokeSession } from '#contract/calls/authentication.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { RevocationStore } from '#db/revocations.ts';
import { type HandlesSent, revocationMachine } from '#machines/revocation/revocation.machine.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';

const timeoutMs = 10_000;

/** True where asking again would change nothing: the session has ended, or the API takes no handles. */
function isDone(outcome: Outcome<unknown>): boolean {
  if (outcome.kind === 'answered') return true;
  if (outcome.kind !== 'refused') return false;
  return outcome.status === 501 || (outcome.status < 500 && outcome.status !== 408 && outcome.status !== 429);
}

/** Sends the handles on this device one after the other. Where one is not answered the others wait too. */
export async function sendHandles(client: ApiClient, store: RevocationStore, signal: AbortSignal): Promise<HandlesSent> {
  for (const handle of store.list()) {
    const outcome = await client.call(revokeSession, { params: {}, body: { handle }, signal, timeoutMs });
    if (!isDone(outcome)) break;
    store.remove(handle);
  }
  return { left: store.list().length };
}

/** The started revocation actor, fed with the browser's hints for as long as the page lives. */
export function startRevocation(client: ApiClient, store: RevocationStore): ActorRefFrom<typeof revocationMachine> {
  const wired = revocationMachine.provide({
    actors: { sendHandles: fromPromise(({ signal }) => sendHandles(client, store, signal)) },
  });
  const actor = createActor(wired, { systemId: 'revocation', input: { seed: Math.floor(Math.random() * 2 ** 31) } });
  window.addEventListener('online', () => actor.send({ type: 'connection.hinted' }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') actor.send({ type: 'connection.hinted' });
  });
  return actor.start();
}
