import { isProblem } from '#contract/api-result.ts';
import { recordCacheKey } from '#contract/cache-keys.ts';
import { toJson } from '#contract/json.ts';
import { callFor, type ResourceDefinition } from '#contract/resources/define.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import type { RecordRead, RecordReading } from '#machines/record-list/record-list.ports.ts';
import { loadFailureOf } from '#machines/problem-messages.ts';
import { readingOf } from './record-readings.ts';
import type { UnstoredParts } from './send-unstored.ts';
import type { SubmitRecordParts } from './submit-record.ts';
import { recordScope } from './current-user.ts';

const goneMessage = 'This is no longer there.';

/** The reads of one record of a resource. `scopedTo`: the website whose records they are; null: the account's. */
export function createRecordReads(
  { client, store, user, isCurrentUser, isOffline }: SubmitRecordParts & UnstoredParts,
  resource: ResourceDefinition,
  scopedTo: string | null,
  websiteId: string,
) {
  /** Fetches one record into the cache. Null: it worked. */
  async function fetchRecord(userId: string, id: string): Promise<Extract<RecordRead, { readonly kind: 'failed' }> | null> {
    if (isLocalId(id)) return { kind: 'failed', code: 'notFound', message: goneMessage };
    if (isOffline()) return { kind: 'failed', code: 'offlineNeverLoaded', message: '' };
    const key = recordCacheKey(resource.name, scopedTo, id);
    const [epoch, expectedRevision] = await Promise.all([store.dataEpoch(userId), store.cache.revision(userId, key)]);
    const call = callFor(resource, 'read');
    const ofWebsite = call.query && scopedTo !== null ? { query: { website_id: scopedTo } } : {};
    const result = await client.call(call, { params: { websiteId, id }, ...ofWebsite });
    const put = (data: ReturnType<typeof toJson>, etag: string | null) =>
      isCurrentUser(userId)
        ? store.cache.put(userId, key, { websiteId: scopedTo, data, etag, expectedRevision, epoch })
        : Promise.resolve(false);
    if (!isProblem(result)) {
      await put(toJson(result.data), result.etag);
      return null;
    }
    const failure = loadFailureOf(result);
    if (failure.code === 'notFound') await put(null, null);
    return failure;
  }

  async function read(id: string): Promise<RecordRead> {
    const scope = recordScope(user(), resource, websiteId);
    const { userId } = scope;
    const records = await store.records();
    const cached = await records.readRecord(scope, id);
    const known = readingOf(cached);
    if (known) return { kind: 'read', reading: known };
    const serverId = cached.id;
    const failure = await fetchRecord(userId, serverId);
    if (failure) return failure;
    const reading = readingOf(await records.readRecord(scope, serverId));
    return reading ? { kind: 'read', reading } : { kind: 'failed', code: 'notFound', message: goneMessage };
  }

  function watchRecord(id: string, callback: (reading: RecordReading) => void): () => void {
    const scope = recordScope(user(), resource, websiteId);
    const { userId } = scope;
    let isStopped = false;
    let stop = (): void => undefined;
    void store.records().then(async (records) => {
      if (isStopped) return;
      stop = records.watchRecord(scope, id, (stored) => {
        const reading = readingOf(stored);
        if (reading) callback(reading);
      });
      const { id: serverId } = await records.readRecord(scope, id);
      // With a fresh tag a save needs no preflight read. Where this fails the cached record stays.
      if (!isStopped && isCurrentUser(userId)) await fetchRecord(userId, serverId).catch(() => null);
    });
    return () => {
      isStopped = true;
      stop();
    };
  }

  return { read, watchRecord };
}
