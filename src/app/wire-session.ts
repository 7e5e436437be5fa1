import { currentUser, login } from '#contract/calls/authentication.ts';
import type { Session } from '#contract/entities/session.ts';
import type { SessionStore } from '#db/session.ts';
import type { SignInCredentials } from '#machines/ports.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type {
  RevokeResult,
  SignInResult,
  StopSendingInput,
  StoreSessionInput,
  UserResult,
  WipeInput,
} from '#machines/session/session.types.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import { fromPromise } from '#machines/actor-logic.ts';
import type { ClientServices } from '../offline/client-services.ts';
import { afterFirstScreen } from './first-screen.ts';
import { whenIdle } from './when-idle.ts';

interface SessionWiring {
  readonly client: ApiClient;
  readonly store: SessionStore;
  /** Ends a session on the server, now or later. Its code loads after the sign-in screen. */
  readonly endSession: (session: Session, signal: AbortSignal) => Promise<RevokeResult>;
  /** Ends a session of the content-management admin by its logout address. Its code loads with that of `endSession`. */
  readonly openLogout: (url: string, signal: AbortSignal) => Promise<void>;
  readonly cmsBase: string;
  readonly services: () => Promise<ClientServices>;
  /** The website last opened, whose content-management session is to be ended. */
  readonly lastWebsiteId: () => string | null;
}

interface SessionInput {
  readonly input: { readonly session: Session };
  readonly signal: AbortSignal;
}

export function wireSession({ client, store, endSession, openLogout, cmsBase, services, lastWebsiteId }: SessionWiring) {
  const credentials = ({ apiToken, accountId }: Session) => ({ token: apiToken, accountId });
  return sessionMachine.provide({
    actors: {
      restoreSession: fromPromise(async (): Promise<Session | null> => store.restore()?.session ?? null),
      fetchUser: fromPromise(async ({ input, signal }: SessionInput): Promise<UserResult> => {
        // A device that knows its user has opened already, so this request can wait.
        if (input.session.user !== null) await afterFirstScreen;
        if (signal.aborted) return { kind: 'aborted' };
        return client.call(currentUser, { params: {}, credentials: credentials(input.session), signal, timeoutMs: 10_000 });
      }),
      signIn: fromPromise(
        ({ input, signal }: { input: SignInCredentials; signal: AbortSignal }): Promise<SignInResult> =>
          client.call(login, { params: {}, body: input, signal }),
      ),
      storeSession: fromPromise(async ({ input }: { input: StoreSessionInput }): Promise<void> => {
        const keep = input.keep ?? store.restore()?.keep ?? false;
        if (!store.store(input.session, keep)) throw new Error('the session could not be stored');
      }),
      countPending: fromPromise(async ({ input }: { input: { readonly userId: string | null } }): Promise<number> => {
        return input.userId === null ? 0 : (await services()).countUnsent(input.userId);
      }),
      stopSending: fromPromise(async ({ input }: { input: StopSendingInput }): Promise<void> => {
        if (input.userId !== null) await (await services()).stopSending(input.userId, input.pending);
      }),
      leaveContentManagement: fromPromise(async ({ signal }: SessionInput): Promise<void> => {
        const websiteId = lastWebsiteId();
        if (websiteId === null) return;
        await openLogout(`${cmsBase}/${encodeURIComponent(websiteId)}/wp-admin/admin-ajax.php?action=logout`, signal);
      }),
      revokeToken: fromPromise(({ input: { session }, signal }: SessionInput): Promise<RevokeResult> => endSession(session, signal)),
      wipeDevice: fromPromise(async ({ input }: { input: WipeInput }): Promise<void> => {
        store.clear();
        // At a start without a sign-in the sign-in screen loads before the client store.
        if (input.userId === null) whenIdle(async () => (await services()).wipe(input));
        else await (await services()).wipe(input);
      }),
    },
  });
}
