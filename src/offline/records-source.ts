import { isProblem, isUnanswered, meansOffline } from '#contract/api-result.ts';
import { recordCacheKey } from '#contract/cache-keys.ts';
import { idSchema } from '#contract/entities/id.ts';
import { toJson } from '#contract/json.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import type { RecordValues, ResourceDefinition, Values } from '#contract/resources/define.ts';
import { isLocalId, localId } from '#contract/resources/local-id.ts';
import type { NewRecordMutation } from '#db/append.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { newId as randomId } from '#db/new-id.ts';
import type { PageReading, StoredRecordReading as StoredReading, RecordScope } from '#db/records.ts';
import type { RecordRow } from '#db/records-overlay.ts';
import type { ListQuery } from '#machines/ports.ts';
import type {
  ListedRecord,
  PageFetched,
  RecordChange,
  RecordRead,
  RecordReading,
  RecordSubmission,
  RecordSaveResult,
  RecordsPage,
} from '#machines/record-list/record-list.ports.ts';
import { loadProblemMessage, problemMessage } from '#machines/problem-messages.ts';
import * as v from 'valibot';
import type { ApiClient } from '#src/io/api-client.ts';
import type { CurrentUser } from './current-user.ts';
import { awaitStatuses, type RetainedChange, returnToForm } from './outbox-submission.ts';
import { pendingReason } from './pending-reason.ts';
import { arrange, pageOf } from './records-on-device.ts';
import { followSubmission } from '#src/app/submissions.ts';
import { pendingMarkOf } from './pending-reason.ts';

/** How the screens of one resource read and write, within one scope: the client store first, then the API. */
export interface RecordsSource {
  /** Calls back with the page now and after each change of this tab or another; null: nothing is cached for the query. */
  watch(query: ListQuery, callback: (page: RecordsPage | null) => void): () => void;
  /** Fetches the page from the server and caches it. */
  fetchPage(query: ListQuery, signal: AbortSignal): Promise<PageFetched>;
  /** One record from the cache; where it is not cached, from the server. */
  read(id: string): Promise<RecordRead>;
  /** Calls back with the record now and after each change; refreshes it once. */
  watchRecord(id: string, callback: (reading: RecordReading) => void): () => void;
  submit(submission: RecordSubmission, signal: AbortSignal): Promise<RecordSaveResult>;
}

type Planned = {
  readonly id: string;
  readonly mutation: Pick<NewRecordMutation, 'resource' | 'base'> & WithBody<NewRecordMutation>;
};
type WithBody<Each> = Each extends NewRecordMutation ? Pick<Each, 'mutation' | 'body'> : never;

export interface RecordParts {
  readonly client: ApiClient;
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
  /** Why every change stays pending now; null where no reason is known. */
  readonly pendingReasonNow: () => PendingReason | null;
  /** Called for each change that is reported as pending. */
  readonly onPending: () => void;
  /** UUIDs. */
  readonly newId?: () => string;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
}

/** How long a screen waits for the server before it reports the change as pending, ms. */
const confirmationMs = 10_000;
const goneMessage = 'This is no longer there.';
const discardedMessage = 'The change was discarded before it reached the server.';

/** `websiteId`: of the screen. Also needed where the resource belongs to the account, since its calls may name a website. */
export function createRecordsSource(parts: RecordParts, resource: ResourceDefinition, websiteId: string): RecordsSource {
  const { client, store, user, isCurrentUser, isOffline, pendingReasonNow, onPending, newId = randomId } = parts;
  const timeout = parts.timeout ?? ((ms: number) => AbortSignal.timeout(ms));
  const scopedTo = resource.scope === 'website' ? websiteId : null;
  const scopeOf = (userId: string): RecordScope => ({ userId, resource, websiteId: scopedTo });
  const listed = (row: RecordRow, others: readonly RecordValues[]): ListedRecord => listedRecord(resource, row, others);

  function page(reading: PageReading, isFromDevice: boolean): RecordsPage {
    const all = [...reading.created, ...reading.rows];
    const others = all.filter((row) => !row.isDeleting).map(({ id, values }) => ({ ...values, id }));
    const { pagination, fetchedAt } = reading;
    return {
      rows: reading.rows.map((row) => listed(row, others)),
      created: reading.created.map((row) => listed(row, others)),
      pagination,
      isFromDevice,
      fetchedAt,
    };
  }

  function watch(query: ListQuery, callback: (page: RecordsPage | null) => void): () => void {
    const scope = scopeOf(user().userId);
    let isStopped = false;
    let stop = (): void => undefined;
    let stopAll: (() => void) | null = null;
    void store.records().then((records) => {
      if (isStopped) return;
      // The server's answer to this query; without one, all cached records, searched and sorted here.
      const fromAll = () => {
        stopAll ??= records.watchAll(scope, (reading) => {
          const isKnown = reading.rows.length + reading.created.length > 0 || reading.fetchedAt !== null;
          callback(isKnown ? page(pageOf(arrange(reading, resource, query), query), true) : null);
        });
      };
      const stopPage = records.watchPage(scope, pageQuery(query), (reading) => {
        if (reading === null) return fromAll();
        stopAll?.();
        stopAll = null;
        callback(page(reading, false));
      });
      stop = () => {
        stopPage();
        stopAll?.();
      };
    });
    return () => {
      isStopped = true;
      stop();
    };
  }

  async function fetchPage(query: ListQuery, signal: AbortSignal, isSecond = false): Promise<PageFetched> {
    if (isOffline()) return { kind: 'offline' };
    const { userId } = user();
    const scope = scopeOf(userId);
    const [records, epoch] = await Promise.all([store.records(), store.dataEpoch(userId)]);
    const revisions = await records.revisions(scope);
    const result = await client.call(resource.calls.list, { params: { websiteId }, query: pageQuery(query), signal });
    if (isProblem(result)) return meansOffline(result) ? { kind: 'offline' } : { kind: 'failed', message: problemMessage(result) };
    const rows = v.parse(v.array(resource.schema), result.data);
    const warned = v
      .parse(v.array(warnedSchema), result.data)
      .flatMap(({ id, warnings }) => (warnings.length > 0 ? [[id, warnings] as const] : []));
    const warnings = Object.fromEntries(warned);
    if (!isCurrentUser(userId)) return { kind: 'fetched' };
    const answer = { query: pageQuery(query), rows, pagination: result.pagination, warnings, revisions, epoch };
    const isCached = await records.putPage(scope, answer);
    // The cache evicted a record of the page meanwhile, which may have changed since. A second request answers its current state.
    return isCached || isSecond || signal.aborted ? { kind: 'fetched' } : fetchPage(query, signal, true);
  }

  /** Fetches one record into the cache. Null: it worked. */
  async function fetchRecord(userId: string, id: string): Promise<Extract<RecordRead, { readonly kind: 'failed' }> | null> {
    if (isLocalId(id)) return { kind: 'failed', code: 'notFound', message: goneMessage };
    if (isOffline()) return { kind: 'failed', code: 'offlineNeverLoaded', message: '' };
    const key = recordCacheKey(resource.name, scopedTo, id);
    const [epoch, expectedRevision] = await Promise.all([store.dataEpoch(userId), store.cache.revision(userId, key)]);
    const result = await client.call(resource.calls.read, { params: { websiteId, id } });
    const put = (data: ReturnType<typeof toJson>, etag: string | null) =>
      isCurrentUser(userId)
        ? store.cache.put(userId, key, { websiteId: scopedTo, data, etag, expectedRevision, epoch })
        : Promise.resolve(false);
    if (!isProblem(result)) {
      await put(toJson(result.data), result.etag);
      return null;
    }
    if (result.kind === 'refused' && result.status === 404) {
      await put(null, null);
      return { kind: 'failed', code: 'notFound', message: result.message };
    }
    return { kind: 'failed', code: isUnanswered(result) ? 'offlineNeverLoaded' : 'unknown', message: loadProblemMessage(result) };
  }

  async function read(id: string): Promise<RecordRead> {
    const { userId } = user();
    const records = await store.records();
    const known = readingOf(await records.readRecord(scopeOf(userId), id));
    if (known) return { kind: 'read', reading: known };
    const { id: serverId } = await records.readRecord(scopeOf(userId), id);
    const failure = await fetchRecord(userId, serverId);
    if (failure) return failure;
    const reading = readingOf(await records.readRecord(scopeOf(userId), serverId));
    return reading ? { kind: 'read', reading } : { kind: 'failed', code: 'notFound', message: goneMessage };
  }

  function watchRecord(id: string, callback: (reading: RecordReading) => void): () => void {
    const { userId } = user();
    let isStopped = false;
    let stop = (): void => undefined;
    void store.records().then(async (records) => {
      if (isStopped) return;
      stop = records.watchRecord(scopeOf(userId), id, (stored) => {
        const reading = readingOf(stored);
        if (reading) callback(reading);
      });
      const { id: serverId } = await records.readRecord(scopeOf(userId), id);
      // With a fresh tag a save needs no preflight read. Where this fails the cached record stays.
      if (!isStopped && isCurrentUser(userId)) await fetchRecord(userId, serverId).catch(() => null);
    });
    return () => {
      isStopped = true;
      stop();
    };
  }

  async function submit({ change, onEnqueued, onGivenBack }: RecordSubmission, signal: AbortSignal): Promise<RecordSaveResult> {
    const { userId, accountId } = user();
    const epoch = await store.dataEpoch(userId).catch(() => 0);
    const planned = await plan(userId, change);
    const whose = { userId, accountId, websiteId: scopedTo ?? websiteId, epoch };
    const result = await store.outbox.appendAll([{ ...whose, ...planned.mutation }]);
    if (result.kind === 'refused') return { kind: 'failed', code: result.code === 'quota' ? 'quota' : 'unknown', message: result.message };
    onEnqueued?.();
    const limit = AbortSignal.any([signal, timeout(pendingReasonNow() === null ? confirmationMs : 0)]);
    const statuses = await awaitStatuses(store, result, limit);
    const [status] = statuses;
    const pending = { kind: 'pending', id: planned.id, reason: pendingReason(statuses, pendingReasonNow()) } as const;
    // The screen is closed: a rejected entry stays in the outbox for the sync centre.
    if (!status || signal.aborted) return pending;
    switch (status.kind) {
      case 'saved':
        return { kind: 'saved', id: await serverIdOf(userId, planned.id) };
      case 'rejected': {
        const { opId, error } = status;
        const isOfForm = change.kind === 'create' || change.kind === 'update';
        const retained: RetainedChange = isOfForm
          ? { values: change.values }
          : { body: toJson(planned.mutation.body), submitted: result.opIds };
        await returnToForm(store, {
          userId,
          epoch,
          opId,
          mutation: change.kind,
          retained,
          signal,
          onGivenBack: () => onGivenBack?.(),
        });
        return { kind: 'refused', message: error.message, fields: error.fields };
      }
      case 'conflict':
        return { kind: 'conflict' };
      case 'discarded':
        // A record that was never sent needs no delete.
        if (change.kind === 'delete') return { kind: 'saved', id: planned.id };
        return { kind: 'failed', code: 'unknown', message: discardedMessage };
      case 'pending':
        onPending();
        return pending;
    }
  }

  async function serverIdOf(userId: string, id: string): Promise<string> {
    return isLocalId(id) ? ((await store.files.idMap(userId)).get(id) ?? id) : id;
  }

  async function plan(userId: string, change: RecordChange): Promise<Planned> {
    const { name } = resource;
    switch (change.kind) {
      case 'create': {
        const known = await (await store.records()).lookAlikes(scopeOf(userId), change.values);
        const id = localId(newId());
        const body = { localId: id, name: recordName(resource, change.values), values: change.values };
        return { id, mutation: { resource: name, mutation: 'create', body, base: { known: [...known] } } };
      }
      case 'update': {
        const { id, values, base } = change;
        return { id, mutation: { resource: name, mutation: 'update', body: { id, name: change.name, values }, base } };
      }
      case 'delete':
        return { id: change.id, mutation: { resource: name, mutation: 'delete', body: { id: change.id, name: change.name }, base: {} } };
      case 'act': {
        const { id, act, base } = change;
        const values = resource.acts[act]?.puts ?? {};
        return { id, mutation: { resource: name, mutation: 'act', body: { id, name: change.name, act, values }, base } };
      }
    }
  }

  return {
    watch,
    fetchPage: (query, signal) => fetchPage(query, signal),
    read,
    watchRecord,
    submit: (submission, signal) => followSubmission(submit(submission, signal)),
  };
}

/** The query of the API's list, which is also the cache key of the page. */
function pageQuery({ page, perPage, sort, q }: ListQuery): Readonly<Record<string, string | number>> {
  return { page, per_page: perPage, ...(sort ? { sort } : {}), ...(q ? { q } : {}) };
}

/** What an API's list answers of each record beside its fields. */
const warnedSchema = v.object({ id: idSchema, warnings: v.fallback(v.optional(v.array(v.string()), []), []) });

function listedRecord(resource: ResourceDefinition, row: RecordRow, others: readonly RecordValues[]): ListedRecord {
  const { id, values, pending, isDeleting } = row;
  // The server checks all records, and this device its pending changes. The server's warnings of a record with pending changes are outdated.
  const fromServer = pending === null ? row.warnings : [];
  const here = isDeleting ? [] : (resource.warnings?.({ ...values, id }, others) ?? []);
  return { id, values, mark: pending && pendingMarkOf(pending), isDeleting, warnings: [...new Set([...here, ...fromServer])] };
}

/** Null: this device has nothing of the record. */
function readingOf({ id, stored, values, pendingFields, confirmedWrites, isDeleting, fetchedAt }: StoredReading): RecordReading | null {
  if (values === null) return null;
  const marks = Object.fromEntries(Object.entries(pendingFields).map(([key, field]) => [key, pendingMarkOf(field)]));
  return { id, stored, values, pendingFields: marks, confirmedWrites, isDeleting, fetchedAt };
}

/** The name of a record for the sync centre. */
export function recordName(resource: ResourceDefinition, values: Values): string {
  const name = values[resource.nameKey];
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 300) : resource.labels.one;
}
