import { connectEarly } from '#db/early-connection.ts';
import { createSessionStore } from '#db/session.ts';
import type { NewToast } from '#machines/toasts/toasts.operations.ts';
import { isProblem, meansOffline } from '#contract/api-result.ts';
import { disconnectionOf } from '#contract/disconnection.ts';
import { createActor } from 'xstate';
import { createApiClient, loadRequest } from '#src/io/api-client.ts';
import { loadMissingParts, watchMissingParts } from '#src/ui/lazy-component.tsx';
import { createAnalytics } from './analytics.ts';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { ClientServices } from '../offline/client-services.ts';
import { afterFirstScreen } from './first-screen.ts';
import { lateActor } from './late-actor.ts';
import { inspectActors } from './live-actors.ts';
import { loadFlightRecorder } from './load-flight-recorder.ts';
import { lastWebsite } from './last-website.ts';
import { onFirstInput } from './when-idle.ts';
import type { createRevocations } from './wire-revocation.ts';
import { wireSession } from './wire-session.ts';

/** Of messages that wait for the code that shows them. */
const keptMessages = 5;

/**
 * Connects the machines, the client store, the API and the browser, which do not import each other. Runs once, outside React.
 */
export function createApp(config: Config): App {
  const sessionStore = createSessionStore();
  const token = () => session.getSnapshot().context.session?.apiToken ?? null;
  const client = createApiClient({
    baseUrl: config.apiBase,
    credentials: () => {
      const current = session.getSnapshot().context.session;
      return current ? { token: current.apiToken, accountId: current.accountId } : null;
    },
    onResult(call, result, usedToken) {
      const at = Date.now();
      const met = isProblem(result) ? disconnectionOf(result) : null;
      opened?.connection.send(
        met === null
          ? { type: 'call.answered', at }
          : isProblem(result) && meansOffline(result)
            ? { type: 'call.unanswered', at, met }
            : { type: 'call.failed', at, met },
      );
      // A late refusal of an older token says nothing about the current one.
      if (
        result.kind === 'refused' &&
        result.status === 401 &&
        usedToken !== null &&
        usedToken === token() &&
        call.name !== 'logout' &&
        call.name !== 'currentUser'
      ) {
        session.send({ type: 'session.expired' });
      }
    },
  });

  /** For the first opening of the client store, whose code comes meanwhile. */
  let early = sessionStore.restore() ? connectEarly() : null;
  let opened: ClientServices | null = null;
  let opening: Promise<ClientServices> | null = null;
  const services = (): Promise<ClientServices> => {
    opening ??= openClientServices().catch((error: unknown) => {
      // The next caller tries again: a blocked or full device may have recovered.
      opening = null;
      throw error;
    });
    return opening;
  };
  const loadClientServices = () => import('../offline/create-client-services.ts');
  const screenAt: App['screenAt'] = async (path) => (await loadClientServices()).screenAt(path);
  async function openClientServices(): Promise<ClientServices> {
    const { createClientServices } = await loadClientServices();
    const connection = early;
    early = null;
    opened = await createClientServices({
      config,
      client,
      session,
      notify,
      disprove: (title) => toasts.send({ type: 'toasts.disproved', title, at: Date.now() }),
      early: connection,
      onReloadNeeded: () => appUpdate.send({ type: 'database.outdated' }),
      onBlocked: () => appUpdate.send({ type: 'database.blocked' }),
    });
    appUpdate.send({ type: 'database.opened' });
    opened.connection.on('connection.restored', () => {
      session.send({ type: 'connection.restored' });
      appUpdate.send({ type: 'connection.restored' });
      loadMissingParts();
    });
    let sending = false;
    opened.sync.watch(({ inFlight }) => {
      if (inFlight.length > 0 === sending) return;
      sending = !sending;
      appUpdate.send({ type: sending ? 'work.began' : 'work.ended', work: 'sending' });
    });
    opened.connection.on('connection.lost', () => appUpdate.send({ type: 'connection.lost' }));
    return opened;
  }

  const loadRevocation = () => import('./wire-revocation.ts');
  let revocations: ReturnType<typeof createRevocations> | null = null;
  /** Ends sessions whose sign-out has not reached the server. */
  const revocation = async () => {
    const { createRevocations: create } = await loadRevocation();
    revocations ??= create(client);
    return revocations;
  };

  const toasts: App['toasts'] = lateActor({
    load: async () => {
      const { toastsMachine } = await import('#machines/toasts/toasts.machine.ts');
      return createActor(toastsMachine, { systemId: 'toasts', inspect: inspectActors }).start();
    },
    isUrgent: ({ type }) => type === 'toast.added',
    // Each message asks for the code again. Old ones would all come at once then.
    onMissing: (events) => events.slice(-keptMessages),
  });
  const session = createActor(
    wireSession({
      client,
      store: sessionStore,
      endSession: async (ended, signal) => (await revocation()).end(ended, signal),
      openLogout: async (url, signal) => (await revocation()).openLogout(url, signal),
      cmsBase: config.cmsBase,
      services,
      lastWebsiteId: lastWebsite.read,
    }),
    { systemId: 'session', inspect: inspectActors },
  );
  const appUpdate: App['appUpdate'] = lateActor({
    load: async () => (await import('./wire-app-update.ts')).startAppUpdate(),
    // Without its code there is no service worker: the next connection asks for it again.
    isUrgent: ({ type }) =>
      ['database.outdated', 'database.blocked', 'chunk.failed', 'connection.restored', 'reload.requested'].includes(type),
    // Its own code may be what is missing: then the person's wish alone reloads the page, now and once the code has come.
    onMissing: (events) => {
      if (events.some(({ type }) => type === 'reload.requested')) location.reload();
      return events.filter(({ type }) => type !== 'chunk.failed');
    },
  });
  window.addEventListener('vite:preloadError', () => appUpdate.send({ type: 'chunk.failed' }));
  // Whoever uses the place of a part that did not load asks for it again.
  document.addEventListener('click', loadMissingParts, true);
  watchMissingParts((isAnyMissing) => appUpdate.send({ type: isAnyMissing ? 'parts.missed' : 'parts.recovered' }));
  const analytics = createAnalytics(config.analyticsUrl);
  const notify = (toast: NewToast): void => toasts.send({ type: 'toast.added', toast, at: Date.now() });

  session.on('toast', ({ toast }) => notify(toast));
  session.on('revoke', ({ session: dropped }) => {
    // Where the code does not load, the session ends when it expires.
    void revocation()
      .then(({ end }) => end(dropped, new AbortController().signal))
      .catch(() => undefined);
  });
  let isSignedOut = false;
  session.subscribe((snapshot) => {
    const wasSignedOut = isSignedOut;
    isSignedOut = snapshot.hasTag('signedOut');
    // The sign-in screen is whole: what could not be loaded was of the screens before it.
    if (isSignedOut && !wasSignedOut) appUpdate.send({ type: 'parts.recovered' });
  });
  session.on('track', ({ name }) => analytics.track(name));
  sessionStore.watch((change) =>
    session.send({ type: 'session.changedElsewhere', session: change.kind === 'signedIn' ? change.session : null }),
  );
  document.addEventListener('visibilitychange', () =>
    toasts.send({ type: document.hidden ? 'timers.held' : 'timers.released', by: 'hiddenTab', at: Date.now() }),
  );

  // A signed-in user needs the client store at once. On the sign-in screen it is opened, and the HTTP client is loaded, at the first input.
  // An idle page opens the store anyway, to remove what an earlier user has left.
  if (sessionStore.restore()) services().catch(() => undefined);
  else onFirstInput(() => Promise.all([loadRequest(), services(), loadClientServices().then(({ loadSync }) => loadSync())]));

  session.start();
  // Where the code does not load, the next start sends the handles.
  void afterFirstScreen.then(revocation).catch(() => undefined);
  void afterFirstScreen.then(appUpdate.load).catch(() => undefined);
  // Where it does not load, a report of a problem tries again.
  void afterFirstScreen.then(loadFlightRecorder).catch(() => undefined);
  void afterFirstScreen
    .then(() => import('./problem/watch-uncaught.ts'))
    .then(({ watchUncaught }) => watchUncaught({ notify, toasts }))
    .catch(() => undefined);
  return { config, client, analytics, session, toasts, appUpdate, services, screenAt, notify };
}
