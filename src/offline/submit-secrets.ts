import { updateSettings } from '#contract/calls/settings.ts';
import { settingsTarget } from '#contract/resources/settings.ts';
import type { Category, SettingWrite } from '#contract/entities/setting.ts';
import { isProblem, type Problem } from '#contract/api-result.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import { newId } from '#db/new-id.ts';
import { nextWaitMs } from '#machines/delivery/backoff.ts';
import { classify } from '#machines/delivery/classify.ts';
import type { SecretsSaveResult, SettingsSubmission } from '#machines/ports.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import * as v from 'valibot';
import type { ApiClient } from '#src/io/api-client.ts';
import type { Credentials } from '#src/io/call-options.ts';
import type { CurrentUser } from './current-user.ts';
import { byCategory } from './submit-settings.ts';

interface Deps {
  readonly client: ApiClient;
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  /** Of the user who is signed in at this moment. */
  readonly credentials: () => Credentials | null;
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
  /** Fetches the server state of a category into the cache, for that user and with these credentials. */
  readonly refresh: (websiteId: string, category: Category, userId: string, credentials: Credentials) => Promise<Problem | null>;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
  /** 0 to 1, for the jitter of back-off. */
  readonly random?: () => number;
}

/** How long a person waits at the button: for earlier changes of the same settings, and for an answer. ms. */
const patienceMs = 10_000;
/** How often a save is repeated because somebody else changed the same settings between its read and its send. */
const maxRereads = 3;

const behindMessage = 'Earlier changes of these settings are not on the server yet. Save this once they are.';
const offlineMessage = "This can't be saved offline. Save it again once you are back online.";
const signedOutMessage = 'You have signed out. Nothing was sent.';
const changingMessage = 'Somebody else is changing these settings. Try again in a moment.';

/** The user who has pressed Save. Every call of the save uses these credentials. */
interface Sender {
  readonly userId: string;
  readonly credentials: Credentials;
}

/**
 * Sends secrets without storing them, by the rules of the outbox: after the pending entries of their category, with the tag of the
 * cached state, and with one idempotency key for each press of Save, however often it is sent. Every call of a save uses the
 * credentials from when it began, as a delivery does (`sendAsOwner`), and none is made once another user is signed in.
 */
export function createSubmitSecrets(deps: Deps) {
  const { client, store, user, credentials: credentialsNow, isCurrentUser, isOffline, refresh, random = Math.random } = deps;
  const timeout = deps.timeout ?? ((ms: number) => AbortSignal.timeout(ms));

  async function submitCategory(
    { userId, credentials }: Sender,
    websiteId: string,
    category: Category,
    settings: readonly SettingWrite[],
  ): Promise<SecretsSaveResult> {
    const limit = timeout(patienceMs);
    if (!(await isFirst(store, userId, settingsTarget(websiteId, category), limit))) return failed(behindMessage);
    const idempotencyKey = newId();
    for (let [attempts, rereads] = [1, 0]; ; attempts += 1) {
      const ifMatch = (await store.cache.get(userId, settingsKey(websiteId, category), v.unknown()))?.etag ?? null;
      // Right before the call, since another user may have signed in meanwhile.
      if (!isCurrentUser(userId)) return failed(signedOutMessage);
      const result = await client.call(updateSettings, {
        params: { websiteId },
        body: { data: { settings: [...settings] } },
        idempotencyKey,
        credentials,
        ...(ifMatch === null ? {} : { ifMatch }),
      });
      if (!isProblem(result)) return { kind: 'saved' };
      const meaning = classify(result, 'update');
      if (meaning.kind === 'reread') {
        rereads += 1;
        if (rereads > maxRereads) return failed(changingMessage);
        const problem = await refresh(websiteId, category, userId, credentials);
        if (problem) return failed(problemMessage(problem));
      } else if (meaning.kind === 'notApplied' || meaning.kind === 'indeterminate') {
        const requestedMs = meaning.kind === 'notApplied' ? meaning.waitMs : null;
        if (!(await hasWaited(nextWaitMs(requestedMs, attempts, random()), limit))) return failedBy(result);
      } else return failedBy(result);
    }
  }

  return async function submit({ websiteId, writes }: Pick<SettingsSubmission, 'websiteId' | 'writes'>): Promise<SecretsSaveResult> {
    const { userId } = user();
    const credentials = credentialsNow();
    if (credentials === null) return failed(signedOutMessage);
    if (isOffline()) return failed(offlineMessage);
    for (const [category, settings] of byCategory(writes)) {
      const submitted = await submitCategory({ userId, credentials }, websiteId, category, settings);
      if (submitted.kind === 'failed') return submitted;
      // Only the API knows whether a secret is set.
      refresh(websiteId, category, userId, credentials).catch(() => undefined);
    }
    return { kind: 'saved' };
  };
}

const failed = (message: string): SecretsSaveResult => ({ kind: 'failed', message, fields: {} });

function failedBy(problem: Problem): SecretsSaveResult {
  return { kind: 'failed', message: problemMessage(problem), fields: problem.kind === 'refused' ? problem.fields : {} };
}

/** Waits until nothing is pending for a record. A rejected entry blocks nothing; one in conflict waits for a person. */
function isFirst(store: ClientStore, userId: string, target: { entity: string; id: string }, limit: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (is: boolean) => {
      limit.removeEventListener('abort', giveUp);
      // The first answer may come before `watch` has returned.
      queueMicrotask(() => stop());
      resolve(is);
    };
    const giveUp = () => finish(false);
    const stop = store.watch.entriesOf(userId, [target], (entries) => {
      const ahead = entries.map(({ status }) => status);
      if (ahead.includes('conflict')) finish(false);
      else if (ahead.every((status) => status === 'rejected')) finish(true);
    });
    limit.addEventListener('abort', giveUp);
  });
}

/** False where the wait would be longer than a person's, or `limit` ended it. */
function hasWaited(ms: number, limit: AbortSignal): Promise<boolean> {
  if (limit.aborted || ms > patienceMs) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(true), ms);
    const giveUp = () => finish(false);
    const finish = (is: boolean) => {
      clearTimeout(timer);
      limit.removeEventListener('abort', giveUp);
      resolve(is);
    };
    limit.addEventListener('abort', giveUp);
  });
}
