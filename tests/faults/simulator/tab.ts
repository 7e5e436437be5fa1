import { isProblem, meansOffline, type ApiResult } from '#contract/api-result.ts';
import type { ClientStore } from '#db/client-store.ts';
import type { OutboxSummary } from '#db/outbox-entries.ts';
import { connectionMachine, type ProbeOutput } from '#machines/connection/connection.machine.ts';
import { createRecordsSource, type RecordsSource } from '#src/offline/records-source.ts';
import { savedDraftOf } from '#src/offline/saved-draft.ts';
import { createSignOut } from '#src/offline/sign-out.ts';
import { createBeginSubmit, type SubmitBlock } from '#src/offline/submit-block.ts';
import type { ClientServices } from '#src/offline/client-services.ts';
import { submitSettings } from '#src/offline/submit-settings.ts';
import { watchOutbox } from '#src/offline/watch-outbox.ts';
import { createSync, type SyncActor } from '#src/offline/wire-sync.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import { createDrainLock } from '#src/io/drain-lock.ts';
import { type ActorRefFrom, createActor } from 'xstate';
import { fromPromise } from '#machines/actor-logic.ts';
import { contactsNow } from './contacts.ts';
import { createFormServices, type FormServices } from './form-services.ts';
import { openMemoryStore } from './open-memory-store.ts';
import { accountOf, type WebsiteId } from './places.ts';
import type { Process } from './scheduler.ts';
import type { TabHost } from './tab-host.ts';
import { followKept, webStorageOf } from './web-storage.ts';
import { shareCharts } from './shared-charts.ts';
import { simulatedAppender } from './simulated-appender.ts';
import { withEpochChecks, withTurnChecks } from './epoch-checks.ts';
import { withDurableChecks, withDurableClaims } from './durability-checks.ts';

/** One tab of the console: the real store on a database in memory, the real machines and lock, the real senders. */
export interface Tab {
  readonly process: Process;
  readonly store: ClientStore;
  readonly sync: SyncActor;
  readonly client: ApiClient;
  readonly submitSettings: ClientServices['submitSettings'];
  readonly submitBlock: SubmitBlock;
  /** The source of a website's contacts. */
  records(websiteId: WebsiteId): RecordsSource;
  /** What the forms of this tab are wired with. */
  forms(): FormServices;
  /** The screens that are open; they close with their user. */
  readonly screens: Set<{ close(): void }>;
  unplugged: boolean;
  isOffline(): boolean;
  /** Whether it notes outside the store what waits for this user. */
  isFollowing(userId: string): boolean;
  /** What the tab knows of the outbox, and what it should have reported by now. */
  known(): Known;
  /** The session that all tabs share has another user or another token. */
  followSession(): void;
  /** Stops every tab from sending this user's entries, until `goOn`. */
  stopSending(userId: string, waiting: 'keep' | 'discard'): Promise<void>;
  goOn(): void;
  /** The process dies between two of its steps. */
  crash(): void;
  /**
   * Aborts the tab's waits for answers once nobody needs them: Node keeps the listeners of joined signals until one signal aborts, and with
   * them the tab, the device and the server.
   */
  letGo(): void;
}

/** The state of a user's outbox, as the tab was notified last. */
interface Known {
  readonly summary: (OutboxSummary & { readonly of: string }) | null;
  /** Call it while the simulation is idle. */
  readonly unreported: readonly string[];
}

shareCharts();

let tabs = 0;

/** Opens a tab, as a start of the console does. Its start goes on while other tabs run. */
export async function openTab(browser: TabHost): Promise<Tab> {
  const { scheduler, network, random, locks, device } = browser;
  tabs += 1;
  const process: Process = { name: `tab${tabs}`, state: 'running', claimedFor: new Set(), claims: new Map() };
  browser.processes.add(process);
  const clock = scheduler.clockOf(process);
  // The code of a frozen tab does not run. What it has begun of the store's work still ends, and the simulated store runs code of the tab then.
  const begins = () => (process.state === 'frozen' ? scheduler.turn(process) : null);
  const connect = () => device.open((step) => scheduler.turn(process, { evenFrozen: step !== 'answer' }), begins);
  const connected = connect();
  // In half of the tabs a worker writes the plain saves of settings, also with a connection.
  const worker = random.int(2) === 0 ? connect() : null;
  const newId = () => random.uuid();
  let sync: SyncActor | null = null;
  // Work that had begun in the turn before the tab's crash runs for some microtasks; in a browser it does not.
  const ifAlive = (work: () => void): void => {
    if (process.state !== 'dead') work();
  };
  const kept = browser.usesWebStorage ? webStorageOf(browser, process) : null;
  const opened = await openMemoryStore(connected.database, {
    ...kept,
    now: scheduler.now,
    newId,
    tabs: { own: process.name, living: () => Promise.resolve([...browser.processes].map(({ name }) => name)) },
    onMalformed: (key) => browser.onViolation('malformed', key),
    pendingReasonNow: () => ({ kind: 'offline' }),
    appender: worker ? simulatedAppender(worker.database, random.fork()) : undefined,
    onEnqueueing: () => ifAlive(() => sync?.send({ type: 'entry.expected' })),
    onWithdrawn: () => ifAlive(() => sync?.send({ type: 'entry.withdrawn' })),
    onEnqueued: () => ifAlive(() => sync?.send({ type: 'outbox.changed' })),
  });
  const store = { ...opened, outbox: withDurableChecks(browser, opened.outbox), drain: withDurableClaims(browser, opened.drain) };

  const state = { unplugged: false };
  const connection = createConnection(browser, process, () => state.unplugged);
  const isOffline = () => connection.getSnapshot().hasTag('offline');
  const onResult = (_: unknown, result: ApiResult<unknown>) => {
    const unanswered = isProblem(result) && meansOffline(result);
    ifAlive(() => connection.send({ type: unanswered ? 'call.unanswered' : 'call.answered', at: scheduler.now() }));
  };
  const credentials = () => (browser.session ? { token: browser.session.token, accountId: accountOf(browser.session.userId) } : null);
  const isUnplugged = () => state.unplugged;
  const client = network.clientOf(process, { isUnplugged, credentials, onResult });
  const pendingReasonNow = () => (isOffline() ? ({ kind: 'offline' } as const) : null);
  const limits = new Set<AbortController>();
  const timeout = (ms: number): AbortSignal => {
    const limit = new AbortController();
    limits.add(limit);
    if (ms === 0) limit.abort();
    else clock.schedule(() => limit.abort(), ms);
    return limit.signal;
  };
  const drain = withEpochChecks(browser, process, store.drain);
  const lock = createDrainLock({
    ...withTurnChecks(browser, process, store.fence, drain),
    clock,
    holder: newId(),
    locks: browser.hasLocks ? locks.of(process) : null,
    isHidden: () => false,
  });
  sync = createSync({
    store: { ...store, drain },
    client: network.clientOf(process, { isUnplugged, credentials: () => null, onResult, isOfDeliveries: true }),
    uploadFiles: {
      file: (entry, id) => store.files.get(entry.userId, id),
      beginTransfer: () => ({ signal: new AbortController().signal, onProgress: () => undefined }),
      endTransfer: () => undefined,
    },
    lock,
    clock,
    signedIn: () => browser.session,
    online: !isOffline(),
    random: random.next,
  });
  const running = sync;
  const signOut = createSignOut({ sync: running, seize: lock.seize, discardUnsent: store.discardUnsent });
  running.on('session.expired', () => {
    if (running.getSnapshot().context.userId === browser.session?.userId) browser.expireSession();
  });
  const reports = recordReports(running);
  followConnection(connection, running);
  running.start();

  const user = () => {
    if (!browser.session) throw new Error('nobody is signed in');
    return { userId: browser.session.userId, accountId: accountOf(browser.session.userId) };
  };
  let known = browser.session;
  let summary: Known['summary'] = null;
  const watched = {
    store: {
      watch: {
        summary: (of: string, notify: (next: OutboxSummary) => void) =>
          store.watch.summary(of, (next) => {
            summary = { ...next, of };
            notify(next);
          }),
      },
    },
    sync: running,
    isOffline,
    probe: () => connection.send({ type: 'probe.requested', at: scheduler.now() }),
    onFound: () => undefined,
  };
  const follow = (userId: string | null): (() => void) => {
    const stopWaiting =
      kept && userId !== null ? followKept(browser, process, { database: connected.database, store, notes: kept.notes }, userId) : null;
    const stop = watchOutbox(watched, userId);
    return () => {
      stopWaiting?.();
      stop();
    };
  };
  let stopWatching = follow(known?.userId ?? null);
  const beginSubmit = createBeginSubmit({
    store,
    user,
    isOffline,
    pendingReasonNow,
    timeout,
    newId,
    themeOf: () => Promise.resolve('versatile'),
    refresh: () => Promise.resolve(),
    onPending: () => undefined,
  });
  const recordParts = {
    client,
    store,
    user,
    credentials,
    isCurrentUser: (userId: string) => browser.session?.userId === userId,
    isOffline,
    pendingReasonNow,
    onPending: () => undefined,
    newId,
    timeout,
  };
  const sources = {
    w1: createRecordsSource(recordParts, contactsNow(), 'w1'),
    w2: createRecordsSource(recordParts, contactsNow(), 'w2'),
  };
  const screens = new Set<{ close(): void }>();
  const closeAll = () => {
    for (const screen of screens) screen.close();
    screens.clear();
  };
  let forms: FormServices | null = null;
  const tab: Tab = {
    process,
    screens,
    forms: () =>
      (forms ??= createFormServices({
        parts: recordParts,
        scheduler,
        process,
        submitSettings: tab.submitSettings,
        records: tab.records,
      })),
    store,
    sync: running,
    client,
    submitSettings(submission, signal) {
      const owner = { ...user(), epoch: null };
      const { websiteId, writes } = submission;
      // As the screen's live view: the worker may only be asked for a save of a record that was read before.
      const onEnqueued = (): void => {
        submission.onEnqueued?.();
        for (const { category } of worker ? writes : []) store.readSettings(owner.userId, websiteId, category).catch(() => undefined);
      };
      const asked = { ...submission, onEnqueued };
      const drafted = savedDraftOf(submission);
      const saved = drafted && { ...drafted, at: scheduler.now() };
      return submitSettings({ store, owner, saved, pendingReasonNow, timeout, onPending: () => undefined }, asked, signal);
    },
    submitBlock: async (submission, signal) => beginSubmit()(submission, signal),
    records: (websiteId) => sources[websiteId],
    get unplugged() {
      return state.unplugged;
    },
    set unplugged(value) {
      state.unplugged = value;
      connection.send({ type: value ? 'navigator.offline' : 'navigator.online', at: scheduler.now() });
    },
    isOffline,
    isFollowing: (userId) => kept !== null && known?.userId === userId,
    known: () => ({ summary, unreported: reports.unreported() }),
    followSession() {
      if (process.state === 'dead') return;
      const next = browser.session;
      if (next?.userId !== known?.userId) {
        reports.forget();
        closeAll();
        running.send({ type: 'session.changed', userId: next?.userId ?? null });
        stopWatching();
        stopWatching = follow(next?.userId ?? null);
      } else if (next && next.token !== known?.token) {
        reports.forgetExpiry();
        running.send({ type: 'session.renewed', userId: next.userId });
      }
      known = next;
    },
    stopSending: signOut.begin,
    goOn: () => ifAlive(signOut.end),
    crash() {
      process.state = 'dead';
      closeAll();
      connected.crash();
      worker?.crash();
      running.stop();
      connection.stop();
      locks.free(process);
      scheduler.forget(process);
      browser.processes.delete(process);
    },
    letGo() {
      for (const limit of limits) limit.abort();
    },
  };
  return tab;
}

/** What a tab must report of its sending: that a sign-in has ended, and how many changes were sent once the outbox is empty. */
function recordReports(sync: SyncActor) {
  let [applied, said, hasExpired] = [0, 0, false];
  sync.on('delivery.finished', ({ result }) => {
    if (result === 'applied') applied += 1;
  });
  sync.on('outbox.drained', ({ sent }) => {
    said += sent;
  });
  sync.on('session.expired', () => {
    hasExpired = true;
  });
  return {
    forget() {
      [applied, said, hasExpired] = [0, 0, false];
    },
    forgetExpiry() {
      hasExpired = false;
    },
    unreported(): readonly string[] {
      const snapshot = sync.getSnapshot();
      const isLeft = snapshot.matches('idle') && said !== applied;
      const isExpiryUnreported = snapshot.hasTag('paused') && !hasExpired;
      return [
        ...(isLeft ? [`${said} of ${applied} changes were said to be sent`] : []),
        ...(isExpiryUnreported ? ['the end of the sign-in was not reported'] : []),
      ];
    },
  };
}

/** How each tab asks whether the API answers. */
const probes = new WeakMap<object, () => Promise<ProbeOutput>>();
/** Created once for all tabs of all schedules: XState parses a machine again whenever `provide` is called. */
const wiredConnection = connectionMachine.provide({
  actors: { probe: fromPromise(({ system }) => probes.get(system)?.() ?? Promise.reject(new Error('no tab asks'))) },
});

function createConnection({ scheduler, network, random }: TabHost, process: Process, isUnplugged: () => boolean) {
  const connection = createActor(wiredConnection, {
    input: { seed: random.int(1_000_000), hasNoNetwork: isUnplugged() },
    clock: scheduler.clockOf(process),
  });
  probes.set(connection.system, async () =>
    (await network.probe(process, isUnplugged))
      ? { answered: true, at: scheduler.now() }
      : { answered: false, at: scheduler.now(), met: { kind: 'noAnswer' } },
  );
  connection.start();
  return connection;
}

function followConnection(connection: ActorRefFrom<typeof connectionMachine>, sync: SyncActor): void {
  let online = !connection.getSnapshot().hasTag('offline');
  connection.subscribe((snapshot) => {
    const next = !snapshot.hasTag('offline');
    if (next !== online) sync.send({ type: 'connection.changed', online: next });
    online = next;
  });
}
