import { type ApiResult, isNotOffered, isProblem, type Problem } from '#contract/api-result.ts';
import { listKey } from '#contract/cache-keys.ts';
import { isJsonObject, toJson } from '#contract/json.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { RecordDetails } from '#contract/resources/details.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import type { ViewRead } from '#machines/record-view/record-view.machine.ts';
import { loadFailureOf } from '#machines/problem-messages.ts';
import * as v from 'valibot';
import type { ReadParts } from './source-parts.ts';

type Read = Extract<ViewRead, { readonly kind: 'read' }>['reading'];

/** What only the server knows of records: from the cache first, then from the API. */
export interface DetailsSource {
  read(id: string): Promise<ViewRead>;
  /** Calls back with the cached details and after each change; refreshes them once. */
  watch(id: string, callback: (reading: Read) => void): () => void;
  /** Fetches them into the cache. Null: it worked, or the API does not tell. */
  readonly prefetch: (id: string) => Promise<Problem | null>;
  /** As the API has them now, or as this device last had them; null: neither is known. */
  latest(id: string): Promise<{ readonly details: RecordDetails; readonly isFresh: boolean } | null>;
}

function readingOf(details: RecordDetails, fetchedAt: number | null): Read {
  // What is not known is undefined, which JSON leaves out.
  const json = toJson(details);
  return { values: isJsonObject(json) ? json : {}, fetchedAt };
}

/** The details in what `DetailsSource` reads. Null for a resource that has none. */
export const detailsIn = ({ details }: Pick<ResourceDefinition, 'details'>, values: Read['values']): RecordDetails | null =>
  details ? v.parse(details.call.answer, values) : null;

export function createDetailsSource(
  { client, store, user, isCurrentUser, isOffline }: ReadParts,
  { name, scope, details }: Pick<ResourceDefinition, 'name' | 'scope' | 'details'>,
  websiteId: string,
): DetailsSource {
  if (!details) throw new Error(`the resource ${name} has no details`);
  const { call, param, ofNew } = details;
  const paramsOf = (id: string) => ({ websiteId, [param]: id });
  const keyOf = (id: string) => listKey(call.name, paramsOf(id));
  const cached = (userId: string, id: string) => store.cache.get(userId, keyOf(id), call.answer);

  /** Fetches the details into the cache, and resolves to the answer. */
  async function fetch(userId: string, id: string): Promise<ApiResult<RecordDetails>> {
    const epoch = await store.dataEpoch(userId);
    const params = paramsOf(id);
    const query = { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
    const asked = await client.call(call, { params, query });
    // The API may not know the zone, and browsers have a name for the one that they do not know.
    const result = asked.kind === 'refused' && asked.status === 422 ? await client.call(call, { params }) : asked;
    if (!isProblem(result) && isCurrentUser(userId)) {
      const entry = { websiteId: scope === 'website' ? websiteId : null, data: toJson(result.data), etag: null, epoch };
      // An answer that can't be cached is shown all the same.
      await store.cache.put(userId, keyOf(id), entry).catch(() => false);
    }
    return result;
  }

  return {
    async read(id) {
      const { userId } = user();
      if (isLocalId(id)) return { kind: 'read', reading: readingOf(ofNew, null) };
      const known = await cached(userId, id);
      if (known) return { kind: 'read', reading: readingOf(known.data, known.fetchedAt) };
      if (isOffline()) return { kind: 'failed', code: 'offlineNeverLoaded', message: '' };
      const result = await fetch(userId, id);
      if (!isProblem(result)) return { kind: 'read', reading: readingOf(result.data, Date.now()) };
      // An API without the call knows nothing of this.
      return isNotOffered(result) ? { kind: 'read', reading: { values: {}, fetchedAt: null } } : loadFailureOf(result);
    },
    watch(id, callback) {
      const { userId } = user();
      if (isLocalId(id)) return () => undefined;
      const stop = store.watch.resource(userId, keyOf(id), call.answer, (known) => {
        if (known) callback(readingOf(known.data, known.fetchedAt));
      });
      // Where this fails the cached details stay.
      if (!isOffline()) fetch(userId, id).catch(() => null);
      return stop;
    },
    async prefetch(id) {
      const result = isLocalId(id) ? null : await fetch(user().userId, id);
      return result && isProblem(result) && result.kind !== 'refused' ? result : null;
    },
    async latest(id) {
      const { userId } = user();
      if (isLocalId(id)) return { details: ofNew, isFresh: true };
      const result = isOffline() ? null : await fetch(userId, id);
      if (result && !isProblem(result)) return { details: result.data, isFresh: true };
      const known = await cached(userId, id);
      return known && { details: known.data, isFresh: false };
    },
  };
}
