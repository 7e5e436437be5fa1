import { folded } from '#contract/folded.ts';
import type { Call } from '#contract/calls/define.ts';
import { getList, listMenus, listPages } from '#contract/calls/lists.ts';
import {
  type ChoiceList,
  choiceLists,
  type ChosenResource,
  isChosenResource,
  type ListItem,
  type Page,
  type WebsiteMenu,
} from '#contract/entities/lists.ts';
import { limits } from '#contract/limits.ts';
import type { RecordValues } from '#contract/resources/define.ts';
import { type Answered, isProblem, meansOffline, type ApiResult, type Problem } from '#contract/api-result.ts';
import { listKey } from '#contract/cache-keys.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import * as v from 'valibot';
import { type Choice, choiceSchema } from './choice.ts';
import { apiQuery, onlyPage, pageFromServer } from './list-paging.ts';
import { noRoomMessage } from './no-room.ts';
import type { ReadParts } from './source-parts.ts';

/** Menus, forms and records of a website: the cached beginning of a list first, then the server's answer. */
export interface ChoiceSource {
  load(websiteId: string, list: ChoiceList, query: ListQuery, signal?: AbortSignal): Promise<PageLoaded>;
  /** Calls back with the time at which this tab or another last fetched the beginning of a list: at once and after each change. */
  watch(websiteId: string, list: ChoiceList, callback: (fetchedAt: number) => void): () => void;
  /** Caches a list, of a long one its first 1,000 rows; `watch` reports it. Null: it worked. */
  fetch(websiteId: string, list: ChoiceList): Promise<Problem | null>;
  /** Caches all lists. Null: it worked. */
  prefetch(websiteId: string): Promise<Problem | null>;
}

type ListAnswer = Answered<readonly Choice[]>;

/** The user whose list is cached, and the epoch of their data when the request began. */
interface Owner {
  readonly userId: string;
  readonly epoch: number;
}

const choicesSchema = v.array(choiceSchema);
/** A list that was fetched this recently is not fetched again, ms. */
const freshMs = 5_000;
const maxFetchedRows = 1_000;
/** `sort: null` sorts by name, whatever the list's API calls that. */
export const firstChoices: ListQuery = { page: 0, perPage: limits.perPageMax, sort: null, q: '' };

export function createChoiceSource({ client, store, user, isCurrentUser, isOffline }: ReadParts): ChoiceSource {
  async function request(
    websiteId: string,
    list: ChoiceList,
    query: ListQuery,
    signal?: AbortSignal,
  ): Promise<ApiResult<readonly Choice[]>> {
    const sortedBy = (name: string) => apiQuery({ ...query, sort: query.sort ?? name });
    const options = { params: { websiteId }, query: sortedBy('name'), ...(signal ? { signal } : {}) };
    if (list === 'menu') return mapped(await client.call(listMenus, options), choiceOfMenu);
    if (list === 'page') return mapped(await client.call(listPages, { ...options, query: sortedBy('title') }), choiceOfPage);
    if (isChosenResource(list)) {
      const { resource, choiceOf } = await recordsOf(list);
      const result = await client.call<Call>(resource.calls.list, { ...options, query: sortedBy(resource.nameKey) });
      if (isProblem(result)) return result;
      return { ...result, data: v.parse(v.array(resource.schema), result.data).map(choiceOf) };
    }
    const records = { params: { name: list }, query: { ...sortedBy('label'), website_id: websiteId } };
    return mapped(await client.call(getList, { ...options, ...records }), choiceOfRecord);
  }

  /** Caches a part of a list. False where its user has signed out. Rejects when the device can't store it. */
  async function cachePart(owner: Owner, websiteId: string, key: string, { data, pagination }: Omit<ListAnswer, 'etag'>): Promise<boolean> {
    const { userId, epoch } = owner;
    // The user has signed out meanwhile: nothing is written after their data was removed.
    if (!isCurrentUser(userId)) return false;
    return store.cache.put(userId, key, { websiteId, data: [...data], pagination, etag: null, epoch });
  }

  async function fetchPage(
    userId: string,
    websiteId: string,
    list: ChoiceList,
    query: ListQuery,
    signal?: AbortSignal,
  ): Promise<ApiResult<readonly Choice[]>> {
    const owner = { userId, epoch: await store.dataEpoch(userId) };
    const result = await request(websiteId, list, query, signal);
    // An answer that can't be cached is shown all the same.
    if (!isProblem(result) && isBeginning(query)) await cachePart(owner, websiteId, keyOf(websiteId, list), result).catch(() => false);
    return result;
  }

  async function fromDevice(userId: string, websiteId: string, list: ChoiceList, query: ListQuery): Promise<PageLoaded> {
    const [cached, rest] = await Promise.all([
      store.cache.get(userId, keyOf(websiteId, list), choicesSchema),
      store.cache.get(userId, restKeyOf(websiteId, list), choicesSchema),
    ]);
    if (!cached) return { kind: 'offline' };
    // The beginning is newer than the rest: a record that has moved into it is left out of the rest.
    const beginning = new Set(cached.data.map(({ id }) => id));
    const known = [...cached.data, ...(rest?.data ?? []).filter(({ id }) => !beginning.has(id))];
    const search = folded(query.q.trim());
    const rows = known.filter((choice) => folded(choice.label).includes(search));
    const pagination = (search === '' ? cached.pagination : null) ?? onlyPage(firstChoices, rows.length);
    return { kind: 'page', rows, pagination, fromDevice: true, fetchedAt: cached.fetchedAt };
  }

  async function loadStored(websiteId: string, list: ChoiceList, query: ListQuery, signal?: AbortSignal): Promise<PageLoaded> {
    const { userId } = user();
    if (isOffline()) return fromDevice(userId, websiteId, list, query);
    if (isBeginning(query)) {
      const known = await fromDevice(userId, websiteId, list, query);
      if (known.kind === 'page') {
        if (!isFresh(known.fetchedAt)) fetchPage(userId, websiteId, list, query).catch(() => undefined);
        return known;
      }
    }
    const result = await fetchPage(userId, websiteId, list, query, signal);
    if (isProblem(result)) {
      if (meansOffline(result)) return fromDevice(userId, websiteId, list, query);
      return { kind: 'failed', message: problemMessage(result) };
    }
    return pageFromServer(firstChoices, result);
  }

  /** Loaded when a list is asked for: the definitions are no part of the first screen. */
  async function recordsOf(name: ChosenResource) {
    const [{ resources }, { choiceOfRecord, createPendingChoices }] = await Promise.all([
      import('#contract/resources/index.gen.ts'),
      import('./pending-choices.ts'),
    ]);
    const resource = resources.find((each) => each.name === name);
    if (!resource) throw new Error(`there is no resource ${name}`);
    return {
      resource,
      choiceOf: (record: RecordValues) => choiceOfRecord(resource, record.id, record),
      pending: (websiteId: string) => createPendingChoices({ store, user }, resource, websiteId),
    };
  }

  /** A pending change is newer than whatever was fetched. */
  function watchPending(
    websiteId: string,
    list: ChosenResource,
    callback: (fetchedAt: number) => void,
    stopStored: () => void,
  ): () => void {
    let isStopped = false;
    let stop = (): void => undefined;
    recordsOf(list).then(
      ({ pending }) => {
        if (!isStopped) stop = pending(websiteId).watch(() => callback(Date.now()));
      },
      // Its code does not load: the list is shown as it is stored.
      () => undefined,
    );
    return () => {
      isStopped = true;
      stop();
      stopStored();
    };
  }

  const source: ChoiceSource = {
    async load(websiteId, list, query, signal) {
      const stored = await loadStored(websiteId, list, query, signal);
      return isChosenResource(list) ? (await recordsOf(list)).pending(websiteId).applied(stored, query) : stored;
    },
    watch(websiteId, list, callback) {
      const stop = store.watch.resource(
        user().userId,
        keyOf(websiteId, list),
        choicesSchema,
        (cached) => cached && callback(cached.fetchedAt),
      );
      return isChosenResource(list) ? watchPending(websiteId, list, callback, stop) : stop;
    },
    async fetch(websiteId, list) {
      const { userId } = user();
      const owner = { userId, epoch: await store.dataEpoch(userId) };
      const beginning = await request(websiteId, list, firstChoices);
      if (isProblem(beginning)) return beginning;
      const rest: Choice[] = [];
      const total = Math.min(beginning.pagination?.total ?? 0, maxFetchedRows);
      for (let page = 1; page * limits.perPageMax < total; page += 1) {
        const result = await request(websiteId, list, { ...firstChoices, page });
        if (isProblem(result)) return result;
        rest.push(...result.data);
      }
      // The rest first, since watchers are notified when the beginning is written.
      const isCached =
        (rest.length === 0 || (await cachePart(owner, websiteId, restKeyOf(websiteId, list), { ...beginning, data: rest }))) &&
        (await cachePart(owner, websiteId, keyOf(websiteId, list), beginning));
      if (!isCached && isCurrentUser(owner.userId)) throw new Error(noRoomMessage);
      return null;
    },
    async prefetch(websiteId) {
      const problems = await Promise.all(choiceLists.map((list) => source.fetch(websiteId, list)));
      return problems.find((problem) => problem !== null) ?? null;
    },
  };
  return source;
}

function keyOf(websiteId: string, list: ChoiceList, query: { readonly part?: string } = {}): string {
  if (list === 'menu') return listKey(listMenus.name, { websiteId }, query);
  // By the resource's name: the definition, which has the call's, is not loaded yet.
  if (isChosenResource(list)) return listKey(list, { websiteId }, query);
  if (list === 'page') return listKey(listPages.name, { websiteId }, query);
  return listKey(getList.name, { name: list, websiteId }, query);
}

/** The cache key of the rows after the beginning, which only `fetch` caches. */
const restKeyOf = (websiteId: string, list: ChoiceList): string => keyOf(websiteId, list, { part: 'rest' });

const isBeginning = (query: ListQuery): boolean => query.q === '' && query.page === 0;
const isFresh = (fetchedAt: number | null): boolean => fetchedAt !== null && Math.abs(Date.now() - fetchedAt) < freshMs;

function mapped<From>(result: ApiResult<readonly From[]>, toChoice: (item: From) => Choice): ApiResult<readonly Choice[]> {
  return isProblem(result) ? result : { ...result, data: result.data.map(toChoice) };
}

const choiceOfMenu = ({ id, name }: WebsiteMenu): Choice => ({ id, label: name });
const choiceOfPage = ({ id, title }: Page): Choice => ({ id, label: title });
const choiceOfRecord = ({ id, label }: ListItem): Choice => ({ id, label });
