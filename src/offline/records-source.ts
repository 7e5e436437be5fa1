import { type ApiResult, isNotOffered, isProblem, meansOffline, type Problem } from '#contract/api-result.ts';
import { idSchema } from '#contract/entities/id.ts';
import { limits } from '#contract/limits.ts';
import { codeMissingMessage } from '#contract/pending-reason.ts';
import {
  holdsSecret,
  isCreatedOnline,
  normalValue,
  type RecordValues,
  type ResourceDefinition,
  type Values,
} from '#contract/resources/define.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { parentParams } from '#contract/resources/within.ts';
import type { PageQuery, PageReading } from '#db/records.ts';
import type { RecordRow } from '#db/records-overlay.ts';
import type { ListQuery, SecretsSaveResult } from '#machines/ports.ts';
import type {
  PageFetched,
  RecordFound,
  RecordRead,
  RecordReading,
  RecordSubmission,
  RecordSaveResult,
  RecordsPage,
  RecordUses,
} from '#machines/record-list/record-list.ports.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import * as v from 'valibot';
import { apiQuery } from './list-paging.ts';
import { arrange, isFoundBy, pageOf } from './records-on-device.ts';
import { recordsPage, staying } from './record-readings.ts';
import type { UnstoredParts } from './send-unstored.ts';
import { createRecordReads } from './record-reads.ts';
import { createSubmitRecord, type SubmitRecordParts } from './submit-record.ts';
import { type CurrentUser, recordScope } from './current-user.ts';

/** How the screens of one resource read and write, within one scope: the client store first, then the API. */
export interface RecordsSource {
  /** Calls back with the page now and after each change of this tab or another; null: nothing is cached for the query. */
  watch(query: ListQuery, callback: (page: RecordsPage | null) => void): () => void;
  /** Fetches the page from the server and caches it. */
  fetchPage(query: ListQuery, signal: AbortSignal): Promise<PageFetched>;
  /** The record about something (see `about`), on this device or on the server; `id` null: there is none. */
  find(about: Values): Promise<RecordFound>;
  /** Fetches the list into the cache, of a long one the first 1,000 rows. Null: it worked. `parent`: of parts, whose they are, by `within.key`. */
  prefetch(parent?: Filters): Promise<Problem | null>;
  /** One record from the cache; where it is not cached, from the server. */
  read(id: string): Promise<RecordRead>;
  /** Calls back with the record now and after each change; refreshes it once. */
  watchRecord(id: string, callback: (reading: RecordReading) => void): () => void;
  submit(submission: RecordSubmission, signal: AbortSignal): Promise<RecordSaveResult>;
  /** What names these records, as far as the server and this device can tell. */
  findUses(ids: readonly string[]): Promise<RecordUses>;
  /** Sends the secrets of a stored record directly, after its pending changes. They are never stored on the device. */
  submitSecrets(id: string, secrets: Values): Promise<SecretsSaveResult>;
}

type Filters = NonNullable<ListQuery['filters']>;

export type RecordsSourceParts = SubmitRecordParts & UnstoredParts;

const maxPrefetchedRows = 1000;

/** `websiteId`: of the screen. Also needed where the resource belongs to the account, since its calls may name a website. */
export function createRecordsSource(parts: RecordsSourceParts, resource: ResourceDefinition, websiteId: string): RecordsSource {
  const { client, store, user, isCurrentUser, isOffline } = parts;
  const scopedTo = resource.scope === 'website' ? websiteId : null;
  /** The path of the list names the record that its records are parts of; the queries of this device have it among the filters. */
  const listed = (query: PageQuery) => ({
    params: { websiteId, ...parentParams(resource, query) },
    query: Object.fromEntries(Object.entries(query).filter(([key]) => key !== resource.within?.key)),
  });
  const isOfThisDevice = ({ filters = {} }: ListQuery) => isLocalId(filters[resource.within?.key ?? '']);
  const parentFilter = ({ filters = {} }: ListQuery) =>
    Object.fromEntries(Object.entries(filters).filter(([key]) => key === resource.within?.key));
  const scopeOf = (owner: CurrentUser) => recordScope(owner, resource, websiteId);

  function watch(query: ListQuery, callback: (page: RecordsPage | null) => void): () => void {
    const scope = scopeOf(user());
    let isStopped = false;
    let stop = (): void => undefined;
    let stopAll: (() => void) | null = null;
    let stopBeside = (): void => undefined;
    let beside: readonly RecordValues[] = [];
    let latest = (): RecordsPage | null => null;
    const page = (reading: PageReading, isFromDevice: boolean) => recordsPage(resource, reading, isFromDevice, beside);
    const show = (make: () => RecordsPage | null): void => {
      latest = make;
      callback(make());
    };
    void store.records().then((records) => {
      if (isStopped) return;
      // Only few resources have warnings that other records cause.
      if (resource.warnedBeside !== undefined)
        import('./records-beside.ts').then(
          ({ besideScope }) => {
            const other = besideScope(scope);
            if (isStopped || !other) return;
            stopBeside = records.watchAll(other, (reading) => {
              beside = staying(reading);
              callback(latest());
            });
          },
          // Without the code the list has the server's warnings.
          () => undefined,
        );
      // The server's answer to this query; without one, all cached records, searched and sorted here.
      const fromAll = () => {
        const parent = parentFilter(query);
        const isOfParent = isFoundBy(resource, { q: '', filters: parent });
        const ofParent = ({ rows, created }: PageReading) => [...rows, ...created].filter(isOfParent).length > 0;
        stopAll ??= records.watchAll(
          scope,
          (reading) => {
            // That other records have parts on this device does not say which this one has.
            const isKnown =
              reading.isListed || ofParent(reading) || isOfThisDevice(query) || (!resource.within && reading.fetchedAt !== null);
            // Of what only this device has, no server's page follows.
            show(() => (isKnown ? page(pageOf(arrange(reading, resource, query), query), !isOfThisDevice(query)) : null));
          },
          prefetchedPage(0, parent),
        );
      };
      const stopPage = records.watchPage(scope, apiQuery(query), (reading) => {
        if (reading === null) return fromAll();
        stopAll?.();
        stopAll = null;
        // The warnings of the rows consider all pending creates, found or not.
        show(() => {
          const all = page(reading, false);
          return { ...all, created: all.created.filter(isFoundBy(resource, query)) };
        });
      });
      stop = () => {
        stopPage();
        stopAll?.();
        stopBeside();
      };
    });
    return () => {
      isStopped = true;
      stop();
    };
  }

  async function fetchPage(query: PageQuery, signal: AbortSignal): Promise<PageFetched> {
    if (isOffline()) return { kind: 'offline' };
    const { result, isKept } = await cachePage(query, signal);
    if (!isProblem(result)) return { kind: isKept ? 'fetched' : 'notKept' };
    return meansOffline(result) ? { kind: 'offline' } : { kind: 'failed', message: problemMessage(result) };
  }

  async function prefetch(parent: Filters = {}): Promise<Problem | null> {
    for (let page = 0, total = 1; page * limits.perPageMax < total; page += 1) {
      const { result } = await cachePage(prefetchedPage(page, parent), new AbortController().signal);
      // An API without these records refuses, and so may one whose user must not see them. It may also be busy, or ask to wait.
      if (isProblem(result)) return isNotOffered(result) || (result.kind === 'refused' && result.status === 403) ? null : result;
      total = Math.min(result.pagination?.total ?? 0, maxPrefetchedRows);
    }
    return null;
  }

  /** Fetches a page into the cache, and resolves to the answer. `isKept`: false where the device did not take it. */
  async function cachePage(
    query: PageQuery,
    signal: AbortSignal,
    isSecond = false,
  ): Promise<{ readonly result: ApiResult<unknown>; readonly isKept: boolean }> {
    const scope = scopeOf(user());
    const { userId } = scope;
    const [records, epoch] = await Promise.all([store.records(), store.dataEpoch(userId)]);
    const revisions = await records.revisions(scope);
    const result = await client.call(resource.calls.list, { ...listed(query), signal });
    if (isProblem(result)) return { result, isKept: false };
    const rows = v.parse(v.array(resource.schema), result.data);
    const warned = v
      .parse(v.array(warnedSchema), result.data)
      .flatMap(({ id, warnings }) => (warnings.length > 0 ? [[id, warnings] as const] : []));
    const warnings = Object.fromEntries(warned);
    // Signed out meanwhile: the screen goes.
    if (!isCurrentUser(userId)) return { result, isKept: true };
    const answer = { query, rows, pagination: result.pagination, warnings, revisions, epoch };
    const isKept = await records.putPage(scope, answer).catch(() => false);
    // The cache evicted a record of the page meanwhile, which may have changed since. A second request answers its current state.
    return isKept || isSecond || signal.aborted ? { result, isKept } : cachePage(query, signal, true);
  }

  async function find(about: Values): Promise<RecordFound> {
    const scope = scopeOf(user());
    const records = await store.records();
    const query = Object.fromEntries(resource.about.map((key) => [key, String(about[key] ?? '')]));
    const isIt = ({ values, isDeleting }: RecordRow) =>
      !isDeleting && resource.about.every((key) => normalValue(resource, key, values[key]) === about[key]);
    const onDevice = async (): Promise<RecordFound | null> => {
      const { rows, created } = await records.readAll(scope);
      const found = [...created, ...rows].find(isIt);
      return found ? { kind: 'found', id: found.id } : null;
    };
    const known = await onDevice();
    if (known) return known;
    const fetched = await fetchPage(query, new AbortController().signal);
    if (fetched.kind === 'failed') return { kind: 'failed', code: 'unknown', message: fetched.message };
    if (fetched.kind === 'fetched') return (await onDevice()) ?? { kind: 'found', id: null };
    // There was none when this device last asked, or it has all that there are.
    const [page, first, all] = await Promise.all([
      records.readPage(scope, query),
      records.readPage(scope, prefetchedPage(0)),
      records.readAll(scope),
    ]);
    const hasAll = (first?.pagination?.total ?? Number.POSITIVE_INFINITY) <= all.rows.length;
    return page || hasAll ? { kind: 'found', id: null } : { kind: 'failed', code: 'offlineNeverLoaded', message: '' };
  }

  const { read, watchRecord } = createRecordReads(parts, resource, scopedTo, websiteId);
  const submitRecord = createSubmitRecord(parts, resource, websiteId);
  let onlineSubmissions: ReturnType<typeof loadOnline> | null = null;
  // Few resources have secrets, so the first save of one loads this code.
  const loadOnline = async () => (await import('./submit-record-online.ts')).createSubmitRecordOnline(parts, resource, websiteId);
  /** Null where the code does not load; the next save asks for it again. */
  const online = async () => {
    onlineSubmissions ??= loadOnline();
    return onlineSubmissions.catch(() => {
      onlineSubmissions = null;
      return null;
    });
  };

  return {
    watch,
    // The server has nothing of what only this device has.
    fetchPage: async (query, signal) => (isOfThisDevice(query) ? { kind: 'fetched' } : fetchPage(apiQuery(query), signal)),
    find,
    prefetch,
    read,
    watchRecord,
    async submit(submission, signal) {
      const { change } = submission;
      const isOnlineOnly = change.kind === 'create' && (isCreatedOnline(resource) || holdsSecret(resource, change.values));
      if (!isOnlineOnly) return submitRecord(submission, signal);
      return (await online())?.create(change.values) ?? { kind: 'failed', code: 'unknown', message: codeMissingMessage };
    },
    // Only lists ask this, of records that others may name.
    findUses: async (ids) => (await import('./record-uses.ts')).createFindUses(parts, resource, websiteId)(ids),
    submitSecrets: async (id, secrets) =>
      (await online())?.submitSecrets(id, secrets) ?? { kind: 'failed', message: codeMissingMessage, fields: {} },
  };
}

/** A page of the list as it is made available offline. */
const prefetchedPage = (page: number, filters: Filters = {}): PageQuery =>
  apiQuery({ page, perPage: limits.perPageMax, sort: null, q: '', filters });

/** What an API's list answers of each record beside its fields. */
const warnedSchema = v.object({ id: idSchema, warnings: v.fallback(v.optional(v.array(v.string()), []), []) });
