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
  /** Of whoever is signed in at this moment. */
  readonly credentials: () => Credentials | null;
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
  /** Brings the server's word of a category into the cache, for that user and under these credentials. */
  readonly refresh: (websiteId: string, category: Category, userId: string, credentials: Credentials) => Promise<Problem | null>;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
  /** 0 to 1, for the jitter of back-off. */
  readonly random?: () => number;
}

/** How long a person waits at the button: for earlier changes of the same settings, and for an answer. ms. */
const patienceMs = 10_000;
/** Somebody who keeps changing the same settings between our read and our send. */
const mostRereads = 3;

const behindMessage = 'Earlier changes of these settings are not on the server yet. Save this once they are.';
const offlineMessage = "This can't be saved offline. Save it again once you are back online.";
const signedOutMessage = 'You have signed out. Nothing was sent.';
const changingMessage = 'Somebody else is changing these settings. Try again in a moment.';

/** Who has pressed Save: what a save carries from its first call to its last. */
interface Sender {
  readonly userId: string;
  readonly credentials: Credentials;
}

/**
 * Sends secrets past the device, with the discipline of the queue: behind what is pending for their category, under the tag of
 * what is cached, and under one key for each press of Save, however often it is sent. Nothing of them is stored. Every call of a
 * save carries the credentials of the moment in which it began, as a delivery's do (`sendAsOwner`), and none is made once
 * somebody else is signed in.
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
      // Last: somebody else may have signed in while this waited.
      if (!isCurrentUser(userId)) return failed(signedOutMessage);
      const outcome = await client.call(updateSettings, {
        params: { websiteId },
        body: { data: { settings: [...settings] } },
        idempotencyKey,
        credentials,
        ...(ifMatch === null ? {} : { ifMatch }),
      });
      if (!isProblem(outcome)) return { kind: 'saved' };
      const meaning = classify(outcome, 'update');
      if (meaning.kind === 'reread') {
        rereads += 1;
        if (rereads > mostRereads) return failed(changingMessage);
        const problem = await refresh(websiteId, category, userId, credentials);
        if (problem) return failed(problemMessage(problem));
      } else if (meaning.kind === 'notApplied' || meaning.kind === 'indeterminate') {
        const asked = meaning.kind === 'notApplied' ? meaning.waitMs : null;
        if (!(await hasWaited(nextWaitMs(asked, attempts, random()), limit))) return failedBy(outcome);
      } else return failedBy(outcome);
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
      // Whether a secret is set is told by the API alone.
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
    const stop = store.watch.records(userId, [target], (entries) => {
      const ahead = entries.map(({ status }) => status);
      if (ahead.includes('conflict')) finish(false);
      else if (ahead.every((status) => status === 'rejected')) finish(true);
    });
    limit.addEventListener('abort', giveUp);
  });
}

/** False where the wait would be longer than the person's, or was cut short by that. */
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
