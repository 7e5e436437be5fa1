import { codeMissingMessage, type PendingReason } from '#contract/pending-reason.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import { summaryAt } from '#contract/settings/summary.ts';
import { openClientStore } from '#db/open-client-store.ts';
import { newId } from '#db/new-id.ts';
import type { ActorRefFrom } from 'xstate';
import { disconnectionNow } from '#machines/connection/connection.view.ts';
import { pendingReasonWith } from '#machines/disconnection-messages.ts';
import { onDeviceTitle } from '#machines/save-messages.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import type { NewToast } from '#machines/toasts/toasts.operations.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import { afterFirstScreen } from '#src/app/first-screen.ts';
import { createPresence } from '#src/io/presence.ts';
import { enterTab } from '#src/io/tab-name.ts';
import type { Config } from '#src/app/config.ts';
import { type CurrentUser, epochAtSave } from './current-user.ts';
import type { ClientServices, Unsent } from './client-services.ts';
import { countWaiting, keepStashAdopted } from './keep-store-in-step.ts';
import { followSessionInSync, handleSyncEvents } from './keep-sync-in-step.ts';
import { createFileTransfers } from './file-transfers.ts';
import { evictPictures, removePictures } from './pictures-cache.ts';
import { savedDraftOf } from './saved-draft.ts';
import { createSettingsSource } from './settings-source.ts';
import type { UploadParts } from './upload-source.ts';
import { createWebsiteSource, knownWebsitesKey } from './website-source.ts';
import { createConnection } from './wire-connection.ts';
import { createSignOut } from './sign-out.ts';
import { createSyncHandle } from './sync-handle.ts';

declare const __APP_VERSION__: string;

/** The build's version, put in by the bundler. */
const appVersion: string = __APP_VERSION__;

export interface ClientServicesWiring {
  readonly client: ApiClient;
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly config: Config;
  readonly notify: (toast: NewToast) => void;
  /** What the toasts of a title said is no longer so. */
  readonly disprove: (title: string) => void;
  /** The connection to the client store that was opened at the start. */
  readonly early: Promise<IDBDatabase | null> | null;
  readonly onReloadNeeded: () => void;
  readonly onBlocked: () => void;
}

/** The definition of the settings screen at a path; null where there is none. */
export const screenAt = async (path: string) => (await summaryAt(path)?.load()) ?? null;

/** The code that a sign-in needs next, and no screen before it. */
export const loadSync = () => import('./wire-sync.ts');
const loadSubmitSettings = () => import('./submit-settings.ts');

/** Keys of the cache that the screen at a path reads before it is drawn. */
function keysOf(path: string): readonly string[] {
  const [, websiteId = '', screen = ''] = /^\/website\/([^/]+)\/(.*)/.exec(path) ?? [];
  return [knownWebsitesKey, ...(summaryAt(screen)?.categories ?? []).map((category) => settingsKey(websiteId, category))];
}

/** Opens the client store, starts the sync actor and joins both to the session and the connection. */
export async function createClientServices(wiring: ClientServicesWiring): Promise<ClientServices> {
  const { client, session } = wiring;
  const isOffline = () => connection.getSnapshot().hasTag('offline');
  const userId = () => session.getSnapshot().context.session?.user?.id ?? null;
  // Nothing of a user is written from the moment in which their data is removed.
  const isWiping = () => session.getSnapshot().matches({ signedIn: { signingOut: 'wiping' } });
  /** Call it when an operation begins, and never after an await: another user, or nobody, may be signed in by then. */
  const user = (): CurrentUser => {
    const signedIn = session.getSnapshot().context.session;
    if (!signedIn?.user || isWiping()) throw new Error('nobody is signed in');
    return { userId: signedIn.user.id, accountId: signedIn.accountId };
  };

  // A page on an insecure address has no Web Locks.
  const locks = navigator.locks ?? null;
  /** Why every save stays pending now; null where no reason is known. */
  const pendingReasonNow = (): PendingReason | null => {
    if (session.getSnapshot().hasTag('expired')) return { kind: 'signInNeeded' };
    const met = disconnectionNow(connection.getSnapshot());
    if (met) return pendingReasonWith(met);
    return sync.isMissing() ? { kind: 'codeMissing' } : null;
  };

  const store = await openClientStore({
    appVersion,
    early: wiring.early,
    first: { userId: userId() ?? '', keys: keysOf(location.pathname) },
    afterFirstScreen,
    tabs: enterTab({ storage: () => globalThis.sessionStorage ?? null, locks, newId }),
    stashArea: () => globalThis.localStorage ?? null,
    evictElsewhere: evictPictures,
    onVersionChange: wiring.onReloadNeeded,
    onBlocked: wiring.onBlocked,
    pendingReasonNow,
    onEnqueueing: () => sync.send({ type: 'entry.expected' }),
    onWithdrawn: () => sync.send({ type: 'entry.withdrawn' }),
    onEnqueued: () => {
      sync.send({ type: 'outbox.changed' });
      // What the toast of this save says was so at the last attempt, which may be a minute ago.
      if (isOffline()) connection.send({ type: 'probe.requested', at: Date.now() });
    },
    onMalformed: (key) => console.warn('A stored record could not be read and is skipped.', key),
    onFailed: ({ code, message }) => console.error('The client store failed.', code, message),
  });
  // Nothing that a standing toast calls kept on this device is there any more.
  const disproveKept = () => wiring.disprove(onDeviceTitle);
  store.notes.watch(() => store.notes.loss(userId() ?? '') && disproveKept());
  const connection = createConnection(wiring.config, session);
  const presence = createPresence(locks);
  const transfers = createFileTransfers();
  const reported = { pending: 0 };
  const sync = createSyncHandle(async () => {
    const { makeSync } = await loadSync();
    const loaded = makeSync({
      store,
      client,
      uploadFiles: {
        file: (entry, id) => store.files.get(entry.userId, id),
        beginTransfer: transfers.begin,
        endTransfer: transfers.end,
      },
      locks,
      signedIn: () => {
        const id = userId();
        const token = session.getSnapshot().context.session?.apiToken;
        return id !== null && token !== undefined ? { userId: id, token } : null;
      },
      onWebsiteChanged: (websiteId) => void websites.refresh(websiteId),
      onRemarks: (remarks) => wiring.notify({ type: 'warning', title: 'The file was changed', content: remarks.join(' ') }),
      online: !isOffline(),
    });
    handleSyncEvents(wiring, store, loaded.actor, userId, reported);
    return loaded;
  });
  const signOut = createSignOut({
    sync,
    seize: async (id) => (await loadSync()).seizeDrain({ store, locks }, id),
    discardUnsent: store.discardUnsent,
  });
  followSessionInSync(wiring, connection, store, sync, presence, userId, reported, signOut.end);
  void afterFirstScreen.then(sync.start);
  for (const type of ['pagehide', 'pageshow'] as const) window.addEventListener(type, () => store.setLeaving(type === 'pagehide'), true);
  await keepStashAdopted(session, store, userId);
  const waiting = countWaiting(session, store, userId, disproveKept);
  // After a failure the first save loads it again, and shows the error.
  let submitCode: Awaited<ReturnType<typeof loadSubmitSettings>> | null = null;
  // A first screen is shown from the device, before anything is fetched.
  let isFirstShown = false;
  void afterFirstScreen
    .then(async () => {
      isFirstShown = true;
      [submitCode] = await Promise.all([loadSubmitSettings(), store.loadOutbox()]);
    })
    .catch(() => undefined);

  const isCurrentUser = (id: string) => userId() === id && !isWiping();
  const websites = createWebsiteSource({ client, store, user, isCurrentUser, isOffline });
  let hasAskedToPersist = false;
  const onPending = () => {
    reported.pending += 1;
    if (hasAskedToPersist) return;
    hasAskedToPersist = true;
    void store.persist();
  };
  const credentials = () => {
    const signedIn = session.getSnapshot().context.session;
    return signedIn && { token: signedIn.apiToken, accountId: signedIn.accountId };
  };
  const settings = createSettingsSource({ client, store, user, credentials, isCurrentUser, isOffline, themeOf: websites.themeOf });
  let unsent: Unsent = { changes: 0, attention: 0, drafts: 0 };
  const uploadParts: UploadParts = {
    client,
    store,
    transfers,
    user,
    isCurrentUser,
    isOffline,
    onOffline: (callback) => {
      const subscription = connection.subscribe((snapshot) => snapshot.hasTag('offline') && callback());
      return () => subscription.unsubscribe();
    },
    onPending,
    base: new URL(wiring.config.apiBase, location.href),
  };
  const readParts = { client, store, user, isCurrentUser, isOffline };
  const sourceParts = { ...readParts, credentials, pendingReasonNow, themeOf: websites.themeOf, onPending };
  return {
    store,
    sync,
    connection,
    websites,
    settings,
    uploadParts,
    sourceParts,
    async submitSettings(submission, signal) {
      const owner = user();
      const saved = savedDraftOf(submission);
      // The save is written in the task of the click, and no sign-out can come between; before the code is there one can, and nothing may be
      // stored after it.
      const epoch = submitCode ? null : epochAtSave(store, owner.userId);
      const code = submitCode ?? (await loadSubmitSettings().catch(() => null));
      if (code === null) return { kind: 'failed', code: 'unknown', message: codeMissingMessage };
      return code.submitSettings({ store, owner: { ...owner, epoch }, saved, pendingReasonNow, onPending }, submission, signal);
    },
    async countUnsent(id) {
      const [{ pending, attention }, drafts] = await Promise.all([store.outbox.counts(id), store.drafts.list(id)]);
      unsent = { changes: pending + attention, attention, drafts: drafts.length };
      return unsent.changes + unsent.drafts;
    },
    get unsent() {
      return unsent;
    },
    async prefetchAll(websiteId, { signal, onProgress = () => undefined } = {}) {
      const { prefetchLists } = await import('./prefetch-lists.ts');
      const [result, problem] = await Promise.all([
        // All lists together count as one more part.
        settings.prefetchAll(websiteId, { ...(signal ? { signal } : {}), onProgress: (done, all) => onProgress(done, all + 1) }),
        prefetchLists({ sourceParts }, websiteId, signal),
      ]);
      return problem ?? result;
    },
    async openScreen(websiteId, path, isOpening) {
      const screen = summaryAt(path);
      if (screen) await settings.load({ websiteId, screenId: screen.id }, isOpening && isFirstShown);
    },
    isLostWithTab: () => store.place() !== 'device' && waiting.count > 0,
    stopSending: signOut.begin,
    async wipe({ userId: id, pending }) {
      settings.forget();
      const colors = await import('#src/fields/recent-colors.ts').catch(() => null);
      colors?.forgetRecentColors();
      const staying = id === null ? [userId() ?? [], await presence.users()].flat() : [];
      const marks = await import('./user-marks.ts').catch(() => null);
      marks?.forgetMarks(id, staying);
      if (id === null) await store.wipeExcept(staying);
      else await store.forget(id, { keepUnsent: pending === 'keep' });
      if (staying.length === 0) await removePictures();
      if (id !== null && store.place() !== 'device' && store.notes.has(id))
        throw new Error('what the device has of the user could not be removed');
    },
  };
}
