import { listSettings } from '#contract/calls/settings.ts';
import type { Category, WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { toJson } from '#contract/json.ts';
import { isProblem, type ApiResult, type Problem } from '#contract/api-result.ts';
import { codeMissingMessage } from '#contract/pending-reason.ts';
import { summaryOf } from '#contract/settings/summary.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import type { SettingsReading } from '#db/overlay.ts';
import type { SecretsSaveResult, SettingsLoaded, ScreenKey, SettingsSnapshot, SettingsSubmission, PendingChange } from '#machines/ports.ts';
import { loadFailureOf } from '#machines/problem-messages.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import type { Credentials } from '#src/io/call-options.ts';
import { afterFrame } from '#src/ui/after-frame.ts';
import type { CurrentUser } from './current-user.ts';
import { noRoomMessage } from './no-room.ts';
import type { PrefetchOptions } from './prefetch-settings.ts';
import { createScreenSnapshots } from './screen-snapshots.ts';
import { createSettingsDrafts, type SettingsDrafts } from './settings-drafts.ts';
import { pendingMarkOf } from './pending-reason.ts';

/** How settings screens read: the client store first, then the API. */
export interface SettingsSource extends SettingsDrafts {
  /** `isOpening`: a screen that this page has not shown is fetched at once, and not only after the device was read. */
  load(screenKey: ScreenKey, isOpening?: boolean): Promise<SettingsLoaded>;
  watch(screenKey: ScreenKey, callback: (snapshot: SettingsSnapshot) => void): () => void;
  /** The last snapshot of a screen on this page: the screen opens with it in one frame, and `watch` then reports changes. */
  peek(screenKey: ScreenKey): SettingsSnapshot | null;
  /** Caches every category of a website. Resolves to their number, or to the first problem. */
  prefetchAll(websiteId: string, options?: PrefetchOptions): Promise<ApiResult<number>>;
  /** Sends secrets directly, after the pending entries of their category. They are never stored on the device. */
  submitSecrets(submission: Pick<SettingsSubmission, 'websiteId' | 'writes'>): Promise<SecretsSaveResult>;
  /** Removes all snapshots from memory, at a sign-out. */
  forget(): void;
}

interface Deps {
  readonly client: ApiClient;
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  /** Of the user who is signed in at this moment. */
  readonly credentials: () => Credentials | null;
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
  readonly themeOf: (websiteId: string, userId: string) => Promise<ThemeKey | null>;
  /** The page's own time. `passed`: ms since any moment. */
  readonly time?: { readonly passed: () => number; readonly afterFrame: typeof afterFrame };
}

interface Reader {
  readonly userId: string;
  readonly credentials: Credentials | null;
}

/** What was fetched this recently, as by the load of the screen that opens, is not fetched again. ms. */
const freshMs = 1_000;

export function createSettingsSource({
  client,
  store,
  user,
  credentials: credentialsNow,
  isCurrentUser,
  isOffline,
  themeOf,
  time = { passed: () => performance.now(), afterFrame },
}: Deps): SettingsSource {
  const inFlight = new Map<string, Promise<Problem | null>>();
  /** When each category was last fetched, by user and key, as `time.passed`. Our own writes fetch nothing. */
  const fetchedAt = new Map<string, number>();
  const snapshots = createScreenSnapshots();
  const { readDraftOf, ...drafts } = createSettingsDrafts({
    store,
    user,
    redraft: (screenKey, userId, draft) => snapshots.redraft(keyOf(screenKey, userId), draft),
  });
  const keyOf = ({ websiteId, screenId }: ScreenKey, userId = user().userId) => `${userId} ${websiteId} ${screenId}`;

  /** Fetches the server state of a category into the cache. One request at a time for each. */
  function refresh(websiteId: string, category: Category, userId = user().userId, credentials = credentialsNow()): Promise<Problem | null> {
    const key = settingsKey(websiteId, category);
    const name = `${userId} ${key}`;
    const request =
      inFlight.get(name) ?? fetchCategory({ userId, credentials }, websiteId, category, key).finally(() => inFlight.delete(name));
    inFlight.set(name, request);
    return request;
  }

  /** With the credentials from when the call began: another user may sign in while the device is read. */
  async function fetchCategory(
    { userId, credentials }: Reader,
    websiteId: string,
    category: Category,
    key: string,
  ): Promise<Problem | null> {
    if (isOffline()) return { kind: 'notStarted' };
    if (credentials === null || !isCurrentUser(userId)) return { kind: 'aborted' };
    // Both reads are on their way before the request is, so that whatever is written after them is behind them in the store too.
    const before = Promise.all([store.dataEpoch(userId), store.cache.revision(userId, key)]);
    const call = client.call(listSettings, { params: { websiteId, selector: category }, credentials });
    const [[epoch, expectedRevision], result] = await Promise.all([before, call]);
    if (isProblem(result)) return result;
    // The user has signed out meanwhile: nothing is written after their data was removed.
    if (!isCurrentUser(userId)) return { kind: 'aborted' };
    const update = { websiteId, data: toJson(result.data), etag: result.etag, expectedRevision, epoch };
    if (await store.cache.put(userId, key, update)) fetchedAt.set(`${userId} ${key}`, time.passed());
    return null;
  }

  const categories = (screenKey: ScreenKey): readonly Category[] => summaryOf(screenKey.screenId)?.categories ?? [];

  /** What a screen shows besides the server state and what is pending. */
  const readRest = (userId: string, screenKey: ScreenKey) =>
    Promise.all([themeOf(screenKey.websiteId, userId), readDraftOf(screenKey, userId)]);

  async function snapshotOf(readings: readonly SettingsReading[], rest: ReturnType<typeof readRest>): Promise<SettingsSnapshot> {
    const [theme, draft] = await rest;
    return { ...valuesOf(readings), theme, draft };
  }

  const read = (userId: string, screenKey: ScreenKey) =>
    Promise.all(categories(screenKey).map((category) => store.readSettings(userId, screenKey.websiteId, category)));

  const refreshAll = (userId: string, screenKey: ScreenKey) =>
    Promise.all(categories(screenKey).map((category) => refresh(screenKey.websiteId, category, userId)));

  async function load(screenKey: ScreenKey, isOpening = false): Promise<SettingsLoaded> {
    const { userId } = user();
    const key = keyOf(screenKey, userId);
    const reading = read(userId, screenKey);
    // Beside them, since each waits for the device.
    const rest = readRest(userId, screenKey);
    rest.catch(() => undefined);
    // The open screen fetches its categories in any case: this request is only earlier.
    const early = isOpening && snapshots.peek(key) === null ? refreshAll(userId, screenKey) : null;
    early?.catch(() => undefined);
    let readings = await reading;
    if (readings.some(({ stored }) => stored === null)) {
      const results = await (early ?? refreshAll(userId, screenKey));
      const problem = results.find((result) => result !== null);
      if (problem) return loadFailureOf(problem);
      readings = await read(userId, screenKey);
      // A form that does not know the server state would overwrite it.
      if (readings.some(({ stored }) => stored === null)) return { kind: 'failed', code: 'unknown', message: noRoomMessage };
    }
    return { kind: 'loaded', snapshot: snapshots.remember(key, await snapshotOf(readings, rest)) };
  }

  return {
    peek: (screenKey) => snapshots.peek(keyOf(screenKey)),
    load,
    watch(screenKey, callback) {
      const { userId } = user();
      const { websiteId } = screenKey;
      const key = keyOf(screenKey, userId);
      const requestRefresh = (category: Category) => {
        if (isCurrentUser(userId)) refresh(websiteId, category, userId).catch(() => undefined);
      };
      const latest = new Map<Category, SettingsReading>();
      let whole: readonly SettingsReading[] | null = null;
      let turn = 0;
      const watchCategory = (category: Category, _: number, all: readonly Category[]) =>
        store.watch.settings(userId, websiteId, category, (reading) => {
          latest.set(category, reading);
          if (latest.size < all.length) return;
          // Another tab has signed out and emptied the cache, or the browser the store: the screen keeps its values, and they are fetched again.
          if (reading.stored === null) {
            const last = snapshots.peek(key);
            // What was read last may still wait for the draft and the theme.
            const left = withoutLost(last && whole ? { ...last, ...valuesOf(whole) } : last, [...latest.values()]);
            if (left !== null) {
              turn += 1;
              whole = null;
              snapshots.remember(key, { ...left, lost: [] });
              callback(left);
            }
            return requestRefresh(category);
          }
          if ([...latest.values()].some((each) => each.stored === null)) return;
          turn += 1;
          const mine = turn;
          whole = [...latest.values()];
          // The theme and the draft are read asynchronously: only the newest reading is reported.
          snapshotOf([...latest.values()], readRest(userId, screenKey)).then(
            (snapshot) => {
              if (mine === turn) callback(snapshots.remember(key, snapshot));
            },
            // The user has signed out meanwhile, and the screen closes too.
            () => undefined,
          );
        });
      const isStale = (category: Category) =>
        time.passed() - (fetchedAt.get(`${userId} ${settingsKey(websiteId, category)}`) ?? Number.NEGATIVE_INFINITY) >= freshMs;
      let stops: readonly (() => void)[] = [];
      // The screen has its values: requests and reads would only hold up the frame that shows them.
      const cancel = time.afterFrame(() => {
        // Where a refresh fails the cached settings stay; the next save reports a full device.
        for (const category of categories(screenKey)) if (isStale(category)) requestRefresh(category);
        stops = categories(screenKey).map(watchCategory);
      });
      return () => {
        turn += 1;
        cancel();
        for (const stop of stops) stop();
      };
    },
    async prefetchAll(websiteId, options = {}) {
      const { userId } = user();
      const { prefetchSettings } = await import('./prefetch-settings.ts');
      return prefetchSettings(
        {
          refresh: (category) => refresh(websiteId, category, userId),
          isCached: async (category) => (await store.cache.revision(userId, settingsKey(websiteId, category))) > 0,
        },
        options,
      );
    },
    async submitSecrets(submission) {
      // Few screens have secrets, so the first save of one loads this code.
      const code = await import('./submit-secrets.ts').catch(() => null);
      if (code === null) return { kind: 'failed', message: codeMissingMessage, fields: {} };
      return code.createSubmitSecrets({ client, store, user, credentials: credentialsNow, isCurrentUser, isOffline, refresh })(submission);
    },
    forget: snapshots.forget,
    ...drafts,
  };
}

function valuesOf(readings: readonly SettingsReading[]): Omit<SettingsSnapshot, 'theme' | 'draft'> {
  const times = readings.map((reading) => reading.fetchedAt);
  return {
    settings: readings.flatMap((reading) => reading.settings),
    base: readings.flatMap((reading) => reading.stored ?? []),
    pendingFields: Object.assign({}, ...readings.map(marksOf)) as Record<string, PendingChange>,
    confirmedWrites: Object.assign({}, ...readings.map(({ confirmedWrites }) => confirmedWrites)) as Record<string, WireValue>,
    fetchedAt: times.includes(null) ? null : Math.min(...times.map((at) => at ?? 0)),
  };
}

/** The snapshot where changes that are pending in it are no longer in the outbox; null where all of them are. */
function withoutLost(last: SettingsSnapshot | null, readings: readonly SettingsReading[]): SettingsSnapshot | null {
  if (last === null) return null;
  const left = (key: string) => readings.some(({ pendingFields }) => key in pendingFields);
  const lost = Object.keys(last.pendingFields).filter((key) => !left(key));
  if (lost.length === 0) return null;
  return {
    ...last,
    lost,
    settings: [...last.settings.filter(({ key }) => !lost.includes(key)), ...last.base.filter(({ key }) => lost.includes(key))],
    pendingFields: Object.fromEntries(Object.entries(last.pendingFields).filter(([key]) => left(key))),
  };
}

function marksOf(reading: SettingsReading): Record<string, PendingChange> {
  return Object.fromEntries(Object.entries(reading.pendingFields).map(([key, field]) => [key, pendingMarkOf(field)]));
}
