import { getList, listForms, listMenus } from '#contract/calls/websites.ts';
import { type ChoiceList, choiceLists, type Form, type ListItem, type WebsiteMenu } from '#contract/entities/lists.ts';
import { limits } from '#contract/limits.ts';
import { type Answered, isProblem, meansOffline, type ApiResult, type PaginationInfo, type Problem } from '#contract/api-result.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { listKey } from '#contract/cache-keys.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import * as v from 'valibot';
import type { ApiClient } from '#src/io/api-client.ts';
import type { CurrentUser } from './current-user.ts';
import { noRoomMessage } from './no-room.ts';

/** What a person chooses from in a field. */
export const choiceSchema = v.object({ id: v.string(), label: v.string() });
export type Choice = v.InferOutput<typeof choiceSchema>;

/** Menus, forms and records of a website: the beginning of a list as this device knows it, and the server's word behind that. */
export interface ChoiceSource {
  load(websiteId: string, list: ChoiceList, query: ListQuery, signal?: AbortSignal): Promise<PageLoaded>;
  /** `callback` is told when the beginning of a list was last heard, by this tab or another: at once and after each change. */
  watch(websiteId: string, list: ChoiceList, callback: (fetchedAt: number) => void): () => void;
  /** Brings a list to this device, of a long one its first 1,000 rows; `watch` tells of it. Null: it worked. */
  bring(websiteId: string, list: ChoiceList): Promise<Problem | null>;
  /** Brings all lists to this device. Null: it worked. */
  prefetch(websiteId: string): Promise<Problem | null>;
}

export interface ChoiceParts {
  readonly client: ApiClient;
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
}

type Heard = Answered<readonly Choice[]>;

/** Whose a list is, and from which epoch of their data on this device. */
interface Owner {
  readonly userId: string;
  readonly epoch: number;
}

const choicesSchema = v.array(choiceSchema);
/** What was heard this lately is not asked for again, ms. */
const freshMs = 5_000;
const broughtRows = 1_000;
/** `sort: null` is by name, whatever a list calls it. */
export const firstChoices: ListQuery = { page: 0, perPage: limits.perPageMax, sort: null, q: '' };

export function createChoiceSource({ client, store, user, isCurrentUser, isOffline }: ChoiceParts): ChoiceSource {
  async function ask(websiteId: string, list: ChoiceList, query: ListQuery, signal?: AbortSignal): Promise<ApiResult<readonly Choice[]>> {
    const { page, perPage, sort, q } = query;
    const asked = { page, per_page: perPage, ...(q ? { q } : {}) };
    const options = { params: { websiteId }, query: { ...asked, sort: sort ?? 'name' }, ...(signal ? { signal } : {}) };
    if (list === 'menu') return mapped(await client.call(listMenus, options), choiceOfMenu);
    if (list === 'form') return mapped(await client.call(listForms, options), choiceOfForm);
    const records = { params: { name: list }, query: { ...asked, sort: sort ?? 'label', website_id: websiteId } };
    return mapped(await client.call(getList, { ...options, ...records }), choiceOfRecord);
  }

  /** Keeps a part of a list; false where it is nobody's any more. Rejects when the device can't store it. */
  async function keep(owner: Owner, websiteId: string, key: string, { data, pagination }: Omit<Heard, 'etag'>): Promise<boolean> {
    const { userId, epoch } = owner;
    // Somebody signed out meanwhile: nothing of theirs is written after their data has gone.
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
    const outcome = await ask(websiteId, list, query, signal);
    // What can't be kept is shown all the same.
    if (!isProblem(outcome) && isBeginning(query)) await keep(owner, websiteId, keyOf(websiteId, list), outcome).catch(() => false);
    return outcome;
  }

  async function fromDevice(userId: string, websiteId: string, list: ChoiceList, query: ListQuery): Promise<PageLoaded> {
    const [cached, rest] = await Promise.all([
      store.cache.get(userId, keyOf(websiteId, list), choicesSchema),
      store.cache.get(userId, restKeyOf(websiteId, list), choicesSchema),
    ]);
    if (!cached) return { kind: 'offline' };
    // The beginning is the newer word: what has moved into it is not said twice.
    const beginning = new Set(cached.data.map(({ id }) => id));
    const known = [...cached.data, ...(rest?.data ?? []).filter(({ id }) => !beginning.has(id))];
    const words = query.q.trim().toLowerCase();
    const rows = known.filter((choice) => choice.label.toLowerCase().includes(words));
    const pagination = words === '' ? (cached.pagination ?? pageOf(rows.length)) : pageOf(rows.length);
    return { kind: 'page', rows, pagination, fromDevice: true, fetchedAt: cached.fetchedAt };
  }

  const source: ChoiceSource = {
    async load(websiteId, list, query, signal) {
      const { userId } = user();
      if (isOffline()) return fromDevice(userId, websiteId, list, query);
      if (isBeginning(query)) {
        const known = await fromDevice(userId, websiteId, list, query);
        if (known.kind === 'page') {
          if (!isFresh(known.fetchedAt)) fetchPage(userId, websiteId, list, query).catch(() => undefined);
          return known;
        }
      }
      const outcome = await fetchPage(userId, websiteId, list, query, signal);
      if (isProblem(outcome)) {
        if (meansOffline(outcome)) return fromDevice(userId, websiteId, list, query);
        return { kind: 'failed', message: problemMessage(outcome) };
      }
      const { data, pagination } = outcome;
      return { kind: 'page', rows: data, pagination: pagination ?? pageOf(data.length), fromDevice: false, fetchedAt: Date.now() };
    },
    watch: (websiteId, list, callback) =>
      store.watch.resource(user().userId, keyOf(websiteId, list), choicesSchema, (cached) => cached && callback(cached.fetchedAt)),
    async bring(websiteId, list) {
      const { userId } = user();
      const owner = { userId, epoch: await store.dataEpoch(userId) };
      const beginning = await ask(websiteId, list, firstChoices);
      if (isProblem(beginning)) return beginning;
      const rest: Choice[] = [];
      const total = Math.min(beginning.pagination?.total ?? 0, broughtRows);
      for (let page = 1; page * limits.perPageMax < total; page += 1) {
        const outcome = await ask(websiteId, list, { ...firstChoices, page });
        if (isProblem(outcome)) return outcome;
        rest.push(...outcome.data);
      }
      // The rest first: the beginning is what is watched.
      const isKept =
        (rest.length === 0 || (await keep(owner, websiteId, restKeyOf(websiteId, list), { ...beginning, data: rest }))) &&
        (await keep(owner, websiteId, keyOf(websiteId, list), beginning));
      if (!isKept && isCurrentUser(owner.userId)) throw new Error(noRoomMessage);
      return null;
    },
    async prefetch(websiteId) {
      const problems = await Promise.all(choiceLists.map((list) => source.bring(websiteId, list)));
      return problems.find((problem) => problem !== null) ?? null;
    },
  };
  return source;
}

function keyOf(websiteId: string, list: ChoiceList, query: { readonly part?: string } = {}): string {
  if (list === 'menu') return listKey(listMenus.name, { websiteId }, query);
  return list === 'form' ? listKey(listForms.name, { websiteId }, query) : listKey(getList.name, { name: list, websiteId }, query);
}

/** What lies beyond the beginning, where that has been brought. */
const restKeyOf = (websiteId: string, list: ChoiceList): string => keyOf(websiteId, list, { part: 'rest' });

const isBeginning = (query: ListQuery): boolean => query.q === '' && query.page === 0;
const isFresh = (fetchedAt: number | null): boolean => fetchedAt !== null && Math.abs(Date.now() - fetchedAt) < freshMs;

function mapped<From>(outcome: ApiResult<readonly From[]>, toChoice: (item: From) => Choice): ApiResult<readonly Choice[]> {
  return isProblem(outcome) ? outcome : { ...outcome, data: outcome.data.map(toChoice) };
}

const choiceOfMenu = ({ id, name }: WebsiteMenu): Choice => ({ id, label: name });
const choiceOfForm = ({ id, name, definition }: Form): Choice => ({ id, label: definition.label || name || definition.name });
const choiceOfRecord = ({ id, label }: ListItem): Choice => ({ id, label });

function pageOf(total: number): PaginationInfo {
  return { page: 0, per_page: limits.perPageMax, total, last_page: 0 };
}
