import { logout } from '#contract/calls/authentication.ts';
import { revokeSession } from '#contract/calls/sessions.ts';
import type { Session } from '#contract/entities/session.ts';
import type { ApiResult } from '#contract/api-result.ts';
import { createRevocationStore, type RevocationStore } from '#db/revocations.ts';
import { hasEnded, revokeResult } from '#machines/session/session.revocation.ts';
import type { RevokeResult } from '#machines/session/session.types.ts';
import { type HandlesSent, revocationMachine } from '#machines/revocation/revocation.machine.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import { loadInHiddenFrame } from '#src/io/hidden-frame.ts';
import { type ActorRefFrom, createActor } from 'xstate';
import { fromPromise } from '#machines/actor-logic.ts';
import { inspectActors } from './live-actors.ts';

const timeoutMs = 10_000;
const frameTimeoutMs = 4000;
/** Shorter than the chart's own timeout, so that the chart gets the result. */
const signOutMs = 2500;

/** True where another request would change nothing: the session has ended, or the API does not accept handles. */
function isDone(result: ApiResult<unknown>): boolean {
  if (result.kind === 'answered') return true;
  if (result.kind !== 'refused') return false;
  return result.status === 501 || (result.status < 500 && result.status !== 408 && result.status !== 429);
}

/**
 * Sends the stored handles one after the other. A handle that the server refuses does not block the others. Where the server does not
 * answer, or asks for a pause, the rest is sent later.
 */
export async function sendHandles(client: ApiClient, store: RevocationStore, signal: AbortSignal): Promise<HandlesSent> {
  for (const handle of store.list()) {
    const result = await client.call(revokeSession, { params: {}, body: { handle }, signal, timeoutMs });
    if (isDone(result)) store.remove(handle);
    else if (result.kind !== 'refused') break;
    else if (result.retryAfterMs !== null) return { left: store.list().length, retryAfterMs: result.retryAfterMs };
  }
  return { left: store.list().length, retryAfterMs: null };
}

/** Asks the API to end a session. Stores the handle for a later attempt first, and removes it where the session has ended. */
export async function endNow(client: ApiClient, store: RevocationStore, session: Session, signal: AbortSignal): Promise<RevokeResult> {
  const { apiToken: token, accountId, revokeHandle } = session;
  const isStored = revokeHandle !== null && store.keep(revokeHandle);
  const result = await client.call(logout, { params: {}, credentials: { token, accountId }, signal, timeoutMs: signOutMs });
  if (hasEnded(result) && revokeHandle !== null) store.remove(revokeHandle);
  return revokeResult(result, isStored);
}

interface Revocations {
  /** Ends a session now, or once there is a connection. */
  end(session: Session, signal: AbortSignal): Promise<RevokeResult>;
  /** Opens the logout address of another application in a hidden frame. */
  openLogout(url: string, signal: AbortSignal): Promise<void>;
}

/** Sends the handles that sign-outs have stored on this device, for as long as the page lives. */
export function createRevocations(client: ApiClient): Revocations {
  const store = createRevocationStore();
  const actor = startRevocation(client, store);
  const sendStored = () => {
    if (store.list().length > 0) actor.send({ type: 'handle.kept' });
  };
  sendStored();
  return {
    async end(session, signal) {
      const result = await endNow(client, store, session, signal);
      sendStored();
      return result;
    },
    openLogout: (url, signal) => loadInHiddenFrame(url, frameTimeoutMs, signal),
  };
}

/** Starts the revocation actor, and sends it the browser's connection events for as long as the page lives. */
function startRevocation(client: ApiClient, store: RevocationStore): ActorRefFrom<typeof revocationMachine> {
  const wired = revocationMachine.provide({
    actors: { sendHandles: fromPromise(({ signal }) => sendHandles(client, store, signal)) },
  });
  const actor = createActor(wired, {
    systemId: 'revocation',
    inspect: inspectActors,
    input: { seed: Math.floor(Math.random() * 2 ** 31) },
  });
  window.addEventListener('online', () => actor.send({ type: 'connection.hinted' }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') actor.send({ type: 'connection.hinted' });
  });
  return actor.start();
}
