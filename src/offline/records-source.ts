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
import { giveBack, outcomesOf } from './outbox-submission.ts';
import { pendingReason } from './pending-reason.ts';
import { arrange, pageOf } from './records-on-device.ts';
import { followSubmission } from '#src/app/submissions.ts';
import { waitingMark } from './pending-reason.ts';

/** How the screens of one resource read and write: the device first, the API behind it. Made for one scope. */
export interface RecordsSource {
  /** Tells the page now and after each change of it, of this tab or another; null: this device has nothing for the query. */
  watch(query: ListQuery, callback: (page: RecordsPage | null) => void): () => void;
  /** Asks the server for the page and caches it. */
  fetchPage(query: ListQuery, signal: AbortSignal): Promise<PageFetched>;
  /** One record: as it is cached, and asked for where it is not. */
  read(id: string): Promise<RecordRead>;
  /** Tells it now and after each change; refreshes it once. */
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
  /** What is known to keep every change on this device now; null where nothing is. */
  readonly hold: () => PendingReason | null;
  /** A change is kept on this device and not confirmed. */
  readonly onKept: () => void;
  /** UUIDs. */
  readonly newId?: () => string;
  /** A signal that aborts after so many ms. */
  readonly timeout?: (ms: number) => AbortSignal;
}

/** How long a screen waits for the server before it says that the change is kept on the device, ms. */
const confirmationMs = 10_000;
const goneMessage = 'This is no longer there.';
const discardedMessage = 'The change was discarded before it reached the server.';

/** `websiteId`: the screen's, also where the resource belongs to the account: its calls may name one. */
export function createRecordsSource(parts: RecordParts, resource: ResourceDefinition, websiteId: string): RecordsSource {
  const { client, store, user, isCurrentUser, isOffline, hold, onKept, newId = randomId } = parts;
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
    let isOver = false;
    let stop = (): void => undefined;
    let stopAll: (() => void) | null = null;
    void store.records().then((records) => {
      if (isOver) return;
      // What the server answered for this very query, else all that this device has, searched and sorted here.
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
      isOver = true;
      stop();
    };
  }

  async function fetchPage(query: ListQuery, signal: AbortSignal, isSecond = false): Promise<PageFetched> {
    if (isOffline()) return { kind: 'offline' };
    const { userId } = user();
    const scope = scopeOf(userId);
    const [records, epoch] = await Promise.all([store.records(), store.dataEpoch(userId)]);
    const revisions = await records.revisions(scope);
    const outcome = await client.call(resource.calls.list, { params: { websiteId }, query: pageQuery(query), signal });
    if (isProblem(outcome)) return meansOffline(outcome) ? { kind: 'offline' } : { kind: 'failed', message: problemMessage(outcome) };
    const rows = v.parse(v.array(resource.schema), outcome.data);
    const warned = v
      .parse(v.array(warnedSchema), outcome.data)
      .flatMap(({ id, warnings }) => (warnings.length > 0 ? [[id, warnings] as const] : []));
    const warnings = Object.fromEntries(warned);
    if (!isCurrentUser(userId)) return { kind: 'fetched' };
    const answer = { query: pageQuery(query), rows, pagination: outcome.pagination, warnings, revisions, epoch };
    const isCached = await records.putPage(scope, answer);
    // A record of it had to make room meanwhile: the next answer is no older than what this device knows.
    return isCached || isSecond || signal.aborted ? { kind: 'fetched' } : fetchPage(query, signal, true);
  }

  /** Brings one record to this device. Null: it worked. */
  async function fetchRecord(userId: string, id: string): Promise<Extract<RecordRead, { readonly kind: 'failed' }> | null> {
    if (isLocalId(id)) return { kind: 'failed', code: 'notFound', message: goneMessage };
    if (isOffline()) return { kind: 'failed', code: 'offlineNeverLoaded', message: '' };
    const key = recordCacheKey(resource.name, scopedTo, id);
    const [epoch, seen] = await Promise.all([store.dataEpoch(userId), store.cache.revision(userId, key)]);
    const outcome = await client.call(resource.calls.read, { params: { websiteId, id } });
    const put = (data: ReturnType<typeof toJson>, etag: string | null) =>
      isCurrentUser(userId)
        ? store.cache.put(userId, key, { websiteId: scopedTo, data, etag, expectedRevision: seen, epoch })
        : Promise.resolve(false);
    if (!isProblem(outcome)) {
      await put(toJson(outcome.data), outcome.etag);
      return null;
    }
    if (outcome.kind === 'refused' && outcome.status === 404) {
      await put(null, null);
      return { kind: 'failed', code: 'notFound', message: outcome.message };
    }
    return { kind: 'failed', code: isUnanswered(outcome) ? 'offlineNeverLoaded' : 'unknown', message: loadProblemMessage(outcome) };
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
    let isOver = false;
    let stop = (): void => undefined;
    void store.records().then(async (records) => {
      if (isOver) return;
      stop = records.watchRecord(scopeOf(userId), id, (stored) => {
        const reading = readingOf(stored);
        if (reading) callback(reading);
      });
      const { id: serverId } = await records.readRecord(scopeOf(userId), id);
      // With its tag a save of what is shown needs no read before it. What can't be had now stays as it is known.
      if (!isOver && isCurrentUser(userId)) await fetchRecord(userId, serverId).catch(() => null);
    });
    return () => {
      isOver = true;
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
    const limit = AbortSignal.any([signal, timeout(hold() === null ? confirmationMs : 0)]);
    const outcomes = await outcomesOf(store, result, limit);
    const [outcome] = outcomes;
    const kept = { kind: 'pending', id: planned.id, reason: pendingReason(outcomes, hold()) } as const;
    // A screen that is gone hears nothing more: what was rejected stays in the outbox for the sync centre.
    if (!outcome || signal.aborted) return kept;
    switch (outcome.kind) {
      case 'saved':
        return { kind: 'saved', id: await serverIdOf(userId, planned.id) };
      case 'rejected': {
        const { opId, error } = outcome;
        const values = change.kind === 'create' || change.kind === 'update' ? change.values : null;
        const submitted = result.opIds;
        await giveBack(store, {
          userId,
          epoch,
          opId,
          submitted,
          mutation: change.kind,
          values,
          signal,
          onGivenBack: () => onGivenBack?.(),
        });
        return { kind: 'refused', message: error.message, fields: error.fields };
      }
      case 'conflict':
        return { kind: 'conflict' };
      case 'discarded':
        // A record that was never sent needs no deleting.
        if (change.kind === 'delete') return { kind: 'saved', id: planned.id };
        return { kind: 'failed', code: 'unknown', message: discardedMessage };
      case 'pending':
        onKept();
        return kept;
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

/** The query of the API's list, which is also what the page is cached under. */
function pageQuery({ page, perPage, sort, q }: ListQuery): Readonly<Record<string, string | number>> {
  return { page, per_page: perPage, ...(sort ? { sort } : {}), ...(q ? { q } : {}) };
}

/** What a list tells of each record beside its fields. */
const warnedSchema = v.object({ id: idSchema, warnings: v.fallback(v.optional(v.array(v.string()), []), []) });

function listedRecord(resource: ResourceDefinition, row: RecordRow, others: readonly RecordValues[]): ListedRecord {
  const { id, values, pending: waiting, isDeleting } = row;
  // The server knows all records, and this device what is pending; of a record that is changed here what the server said of it is old.
  const fromServer = waiting === null ? row.warnings : [];
  const here = isDeleting ? [] : (resource.warnings?.({ ...values, id }, others) ?? []);
  return { id, values, mark: waiting && waitingMark(waiting), isDeleting, warnings: [...new Set([...here, ...fromServer])] };
}

/** Null: nothing is known of the record on this device. */
function readingOf({
  id,
  stored,
  values: shown,
  pendingFields: waiting,
  confirmedWrites: own,
  isDeleting,
  fetchedAt,
}: StoredReading): RecordReading | null {
  if (shown === null) return null;
  const marks = Object.fromEntries(Object.entries(waiting).map(([key, field]) => [key, waitingMark(field)]));
  return { id, stored, values: shown, pendingFields: marks, confirmedWrites: own, isDeleting, fetchedAt };
}

/** What a record is called, for the sync centre. */
export function recordName(resource: ResourceDefinition, values: Values): string {
  const name = values[resource.nameKey];
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 300) : resource.labels.one;
}
