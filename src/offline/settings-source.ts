import { listSettings } from '#contract/calls/settings.ts';
import type { Category, WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { toJson } from '#contract/json.ts';
import { isProblem, isUnanswered, type ApiResult, type Problem } from '#contract/api-result.ts';
import { summaryOf } from '#contract/settings/summary.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import type { SettingsReading } from '#db/overlay.ts';
import type { SecretsSaveResult, SettingsLoaded, ScreenKey, SettingsSnapshot, SettingsSubmission, PendingChange } from '#machines/ports.ts';
import { loadProblemMessage } from '#machines/problem-messages.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import type { Credentials } from '#src/io/call-options.ts';
import type { CurrentUser } from './current-user.ts';
import { noRoomMessage } from './no-room.ts';
import type { PrefetchOptions } from './prefetch-settings.ts';
import { createSettingsDrafts, type SettingsDrafts } from './settings-drafts.ts';
import { waitingMark } from './pending-reason.ts';

/** How settings screens read: the device first, the API behind it. */
export interface SettingsSource extends SettingsDrafts {
  load(place: ScreenKey): Promise<SettingsLoaded>;
  watch(place: ScreenKey, callback: (snapshot: SettingsSnapshot) => void): () => void;
  /** What this page last showed of a screen: it opens with that, in one frame, and `watch` brings what has changed since. */
  recall(place: ScreenKey): SettingsSnapshot | null;
  /** Loads a screen ahead of its opening: on hover, and while its code arrives. */
  warm(place: ScreenKey): Promise<void>;
  /** Brings every category of a website to this device; answers how many, or the first problem. */
  prefetchAll(websiteId: string, options?: PrefetchOptions): Promise<ApiResult<number>>;
  /** Sends secrets by themselves, past the device: nothing of them is kept. Behind what is pending for their category. */
  submitSecrets(submission: Pick<SettingsSubmission, 'websiteId' | 'writes'>): Promise<SecretsSaveResult>;
  /** Drops what is remembered of screens, at a sign-out. */
  forget(): void;
}

interface Deps {
  readonly client: ApiClient;
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  /** Of whoever is signed in at this moment. */
  readonly credentials: () => Credentials | null;
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
  readonly themeOf: (websiteId: string, userId: string) => Promise<ThemeKey | null>;
}

interface Reader {
  readonly userId: string;
  readonly credentials: Credentials | null;
}

/** Between the answer that a screen is opened with and its being there. */
const justMs = 1_000;

export function createSettingsSource({
  client,
  store,
  user,
  credentials: credentialsNow,
  isCurrentUser,
  isOffline,
  themeOf,
}: Deps): SettingsSource {
  const underWay = new Map<string, Promise<Problem | null>>();
  /** When each category was last heard, by user and key, on the clock of `performance.now()`. */
  const heardAt = new Map<string, number>();
  const shown = createShownScreens();
  const { readKept, ...drafts } = createSettingsDrafts({
    store,
    user,
    redraft: (place, userId, draft) => shown.redraft(keyOf(place, userId), draft),
  });
  const keyOf = ({ websiteId, screenId }: ScreenKey, userId = user().userId) => `${userId} ${websiteId} ${screenId}`;

  /** Brings the server's word of a category into the cache. One request at a time for each. */
  function refresh(websiteId: string, category: Category, userId = user().userId, credentials = credentialsNow()): Promise<Problem | null> {
    const key = settingsKey(websiteId, category);
    const present = underWay.get(`${userId} ${key}`);
    if (present) return present;
    const request = fetchCategory({ userId, credentials }, websiteId, category, key).finally(() => underWay.delete(`${userId} ${key}`));
    underWay.set(`${userId} ${key}`, request);
    return request;
  }

  /** Under the credentials of the moment in which it was asked for: somebody else may be signed in once the device is read. */
  async function fetchCategory(
    { userId, credentials }: Reader,
    websiteId: string,
    category: Category,
    key: string,
  ): Promise<Problem | null> {
    if (isOffline()) return { kind: 'notStarted' };
    if (credentials === null || !isCurrentUser(userId)) return { kind: 'aborted' };
    const epoch = await store.dataEpoch(userId);
    const seen = await store.cache.revision(userId, key);
    if (!isCurrentUser(userId)) return { kind: 'aborted' };
    const outcome = await client.call(listSettings, { params: { websiteId, selector: category }, credentials });
    if (isProblem(outcome)) return outcome;
    // Somebody signed out meanwhile: nothing of theirs is written after their data has gone.
    if (!isCurrentUser(userId)) return { kind: 'aborted' };
    if (await store.cache.put(userId, key, { websiteId, data: toJson(outcome.data), etag: outcome.etag, expectedRevision: seen, epoch }))
      heardAt.set(`${userId} ${key}`, performance.now());
    return null;
  }

  /** A screen that was loaded a moment ago has just heard. */
  function isJustHeard(websiteId: string, category: Category): boolean {
    const at = heardAt.get(`${user().userId} ${settingsKey(websiteId, category)}`);
    return at !== undefined && performance.now() - at < justMs;
  }

  const categories = (place: ScreenKey): readonly Category[] => summaryOf(place.screenId)?.categories ?? [];

  async function snapshotOf(userId: string, place: ScreenKey, readings: readonly SettingsReading[]): Promise<SettingsSnapshot> {
    const { websiteId } = place;
    const [theme, draft] = await Promise.all([themeOf(websiteId, userId), readKept(place, userId)]);
    const heard = readings.map((reading) => reading.fetchedAt);
    return {
      theme,
      settings: readings.flatMap((reading) => reading.settings),
      base: readings.flatMap((reading) => reading.stored ?? []),
      pendingFields: Object.assign({}, ...readings.map(marksOf)) as Record<string, PendingChange>,
      confirmedWrites: Object.assign({}, ...readings.map(({ confirmedWrites: own }) => own)) as Record<string, WireValue>,
      fetchedAt: heard.includes(null) ? null : Math.min(...heard.map((at) => at ?? 0)),
      draft,
    };
  }

  const read = (userId: string, place: ScreenKey) =>
    Promise.all(categories(place).map((category) => store.readSettings(userId, place.websiteId, category)));

  const source: SettingsSource = {
    recall: (place) => shown.recall(keyOf(place)),
    async warm(place) {
      await source.load(place);
    },
    async load(place) {
      const { userId } = user();
      const key = keyOf(place, userId);
      let readings = await read(userId, place);
      if (readings.some((reading) => reading.stored === null)) {
        const problem = (await Promise.all(categories(place).map((category) => refresh(place.websiteId, category, userId)))).find(
          (result) => result !== null,
        );
        if (problem) return failureOf(problem);
        readings = await read(userId, place);
        // A form that does not know what is stored would save over it.
        if (readings.some((reading) => reading.stored === null)) return { kind: 'failed', code: 'unknown', message: noRoomMessage };
      }
      return { kind: 'loaded', snapshot: shown.remember(key, await snapshotOf(userId, place, readings)) };
    },
    watch(place, callback) {
      const { userId } = user();
      const key = keyOf(place, userId);
      const ask = (category: Category) => {
        if (isCurrentUser(userId)) refresh(place.websiteId, category, userId).catch(() => undefined);
      };
      const latest = new Map<Category, SettingsReading>();
      let turn = 0;
      // What can't be refreshed now stays as it is known; a full device shows at the next save.
      for (const category of categories(place)) if (!isJustHeard(place.websiteId, category)) ask(category);
      const stops = categories(place).map((category, _, all) =>
        store.watch.settings(userId, place.websiteId, category, (reading) => {
          latest.set(category, reading);
          if (latest.size < all.length) return;
          // Gone from the device under an open screen (another tab signed out): what is shown stays, and is asked for again.
          if (reading.stored === null) return ask(category);
          if ([...latest.values()].some((each) => each.stored === null)) return;
          turn += 1;
          const mine = turn;
          // The theme and the draft are read beside; only the newest reading is told.
          snapshotOf(userId, place, [...latest.values()]).then(
            (snapshot) => {
              if (mine === turn) callback(shown.remember(key, snapshot));
            },
            // Signed out while it was being read: the screen goes too.
            () => undefined,
          );
        }),
      );
      return () => {
        turn += 1;
        for (const stop of stops) stop();
      };
    },
    async prefetchAll(websiteId, options = {}) {
      const { userId } = user();
      const { prefetchSettings } = await import('./prefetch-settings.ts');
      return prefetchSettings(
        {
          refresh: (category) => refresh(websiteId, category, userId),
          isHere: async (category) => (await store.cache.revision(userId, settingsKey(websiteId, category))) > 0,
        },
        options,
      );
    },
    async submitSecrets(submission) {
      // Few screens have secrets: its code comes with the first save of one.
      const { createSubmitSecrets } = await import('./submit-secrets.ts');
      return createSubmitSecrets({ client, store, user, credentials: credentialsNow, isCurrentUser, isOffline, refresh })(submission);
    },
    forget: shown.forget,
    ...drafts,
  };
  return source;
}

function marksOf(reading: SettingsReading): Record<string, PendingChange> {
  return Object.fromEntries(Object.entries(reading.pendingFields).map(([key, field]) => [key, waitingMark(field)]));
}

function failureOf(problem: Problem): SettingsLoaded {
  if (problem.kind === 'refused' && problem.status === 404) return { kind: 'failed', code: 'notFound', message: problem.message };
  return { kind: 'failed', code: isUnanswered(problem) ? 'offlineNeverLoaded' : 'unknown', message: loadProblemMessage(problem) };
}

/** What this page last showed of each settings screen, in memory alone. A key names the user, the website and the screen. */
export interface ShownScreens {
  recall(key: string): SettingsSnapshot | null;
  remember(key: string, snapshot: SettingsSnapshot): SettingsSnapshot;
  /** A remembered screen must not bring back a draft that is gone, nor open without one that is there. */
  redraft(key: string, draft: SettingsSnapshot['draft']): void;
  forget(): void;
}

/** Screens whose last look is kept. */
const mostRemembered = 100;

export function createShownScreens(): ShownScreens {
  const shown = new Map<string, SettingsSnapshot>();
  return {
    recall: (key) => shown.get(key) ?? null,
    remember(key, snapshot) {
      // The latest last: the oldest falls out.
      shown.delete(key);
      shown.set(key, snapshot);
      const oldest = shown.size > mostRemembered ? shown.keys().next().value : undefined;
      if (oldest !== undefined) shown.delete(oldest);
      return snapshot;
    },
    redraft(key, draft) {
      const snapshot = shown.get(key);
      if (snapshot) shown.set(key, { ...snapshot, draft });
    },
    forget: () => shown.clear(),
  };
}
