import { updateSettings } from '#contract/calls/settings.ts';
import { settingsTarget } from '#contract/resources/settings.ts';
import type { Category, SettingWrite } from '#contract/entities/setting.ts';
import type { Problem } from '#contract/api-result.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import type { SecretsSaveResult, SettingsSubmission } from '#machines/ports.ts';
import * as v from 'valibot';
import type { Credentials } from '#src/io/call-options.ts';
import { failed, isFirst, type SaveOwner, ownerNow, sendUnstored, type UnstoredParts } from './send-unstored.ts';
import { byCategory } from './submit-settings.ts';

interface Deps extends UnstoredParts {
  /** Fetches the server state of a category into the cache, for that user and with these credentials. */
  readonly refresh: (websiteId: string, category: Category, userId: string, credentials: Credentials) => Promise<Problem | null>;
}

const behindMessage = 'Earlier changes of these settings are not on the server yet. Save this once they are.';
const changingMessage = 'Somebody else is changing these settings. Try again in a moment.';

/**
 * Sends secrets of settings without storing them: after the pending entries of their category, and with the tag of the cached state.
 */
export function createSubmitSecrets(deps: Deps) {
  const { client, store, refresh } = deps;

  async function submitCategory(
    owner: SaveOwner,
    websiteId: string,
    category: Category,
    settings: readonly SettingWrite[],
  ): Promise<SecretsSaveResult> {
    const { userId, credentials } = owner;
    if (!(await isFirst(store, owner, settingsTarget(websiteId, category)))) return failed(behindMessage);
    const sent = await sendUnstored(deps, owner, {
      mutation: 'update',
      changingMessage,
      tag: async () => (await store.cache.get(userId, settingsKey(websiteId, category), v.unknown()))?.etag ?? null,
      send: (options) => client.call(updateSettings, { params: { websiteId }, body: { data: { settings: [...settings] } }, ...options }),
      reread: () => refresh(websiteId, category, userId, credentials),
    });
    return sent.kind === 'saved' ? { kind: 'saved' } : sent;
  }

  return async function submit({ websiteId, writes }: Pick<SettingsSubmission, 'websiteId' | 'writes'>): Promise<SecretsSaveResult> {
    const owner = ownerNow(deps);
    if ('kind' in owner) return owner;
    const { userId, credentials } = owner;
    for (const [category, settings] of byCategory(writes)) {
      const submitted = await submitCategory(owner, websiteId, category, settings);
      if (submitted.kind === 'failed') return submitted;
      // Only the API knows whether a secret is set.
      refresh(websiteId, category, userId, credentials).catch(() => undefined);
    }
    return { kind: 'saved' };
  };
}
