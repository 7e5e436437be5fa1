import { listForms, listMenus } from '#contract/calls/websites.ts';
import type { Form, Menu } from '#contract/entities/lists.ts';
import { limits } from '#contract/limits.ts';
import { type Answered, isProblem, meansOffline, type Outcome, type Pagination, type Problem } from '#contract/outcome.ts';
import type { DeviceStore } from '#db/device-store.ts';
import { listKey } from '#db/keys.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { problemMessage } from '#machines/words.ts';
import * as v from 'valibot';
import type { ApiClient } from '#src/io/api-client.ts';
import type { CurrentUser } from './current-user.ts';

/** What a person chooses from in a field. */
export const choiceSchema = v.object({ id: v.string(), label: v.string() });
export type Choice = v.InferOutput<typeof choiceSchema>;
export type ChoiceKind = 'menu' | 'form';

/** Menus and forms of a website: the beginning of a list as this device knows it, and the server's word behind that. */
export interface ChoiceSource {
  load(websiteId: string, kind: ChoiceKind, query: ListQuery, signal?: AbortSignal): Promise<PageLoaded>;
  /** `callback` is told when the beginning of a list was last heard, by this tab or another: at once and after each change. */
  watch(websiteId: string, kind: ChoiceKind, callback: (fetchedAt: number) => void): () => void;
  /** Brings both lists to this device. Null: it worked. */
  prefetch(websiteId: string): Promise<Problem | null>;
}

export interface ChoiceParts {
  readonly client: ApiClient;
  readonly store: DeviceStore;
  readonly user: () => CurrentUser;
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
}

type Heard = Answered<readonly Choice[]>;

const choicesSchema = v.array(choiceSchema);
/** What was heard this lately is not asked for again, ms. */
const freshMs = 5_000;
export const firstChoices: ListQuery = { page: 0, perPage: limits.perPageMax, sort: 'name', q: '' };

export function createChoiceSource({ client, store, user, isCurrentUser, isOffline }: ChoiceParts): ChoiceSource {
  const keyOf = (websiteId: string, kind: ChoiceKind) => listKey(kind === 'menu' ? listMenus.name : listForms.name, { websiteId });

  async function ask(websiteId: string, kind: ChoiceKind, query: ListQuery, signal?: AbortSignal): Promise<Outcome<readonly Choice[]>> {
    const options = {
      params: { websiteId },
      query: { page: query.page, per_page: query.perPage, sort: query.sort ?? 'name', ...(query.q ? { q: query.q } : {}) },
      ...(signal ? { signal } : {}),
    };
    if (kind === 'menu') {
      const outcome = await client.call(listMenus, options);
      return isProblem(outcome) ? outcome : { ...outcome, data: outcome.data.map(choiceOfMenu) };
    }
    const outcome = await client.call(listForms, options);
    return isProblem(outcome) ? outcome : { ...outcome, data: outcome.data.map(choiceOfForm) };
  }

  /** The beginning of a list is kept; false where it is another part, or nobody's any more. Rejects when the device can't store it. */
  async function keep(userId: string, websiteId: string, kind: ChoiceKind, query: ListQuery, heard: Heard): Promise<boolean> {
    // Somebody signed out meanwhile: nothing of theirs is written after their data has gone.
    if (!isBeginning(query) || !isCurrentUser(userId)) return false;
    const { data, pagination } = heard;
    return store.cache.put(userId, keyOf(websiteId, kind), { websiteId, data: [...data], pagination, etag: null });
  }

  async function fetchPage(
    websiteId: string,
    kind: ChoiceKind,
    query: ListQuery,
    signal?: AbortSignal,
  ): Promise<Outcome<readonly Choice[]>> {
    const { userId } = user();
    const outcome = await ask(websiteId, kind, query, signal);
    // What can't be kept is shown all the same.
    if (!isProblem(outcome)) await keep(userId, websiteId, kind, query, outcome).catch(() => false);
    return outcome;
  }

  async function fromDevice(websiteId: string, kind: ChoiceKind, query: ListQuery): Promise<PageLoaded> {
    const cached = await store.cache.get(user().userId, keyOf(websiteId, kind), choicesSchema);
    if (!cached) return { kind: 'offline' };
    const words = query.q.trim().toLowerCase();
    const rows = cached.data.filter((choice) => choice.label.toLowerCase().includes(words));
    const pagination = words === '' ? (cached.pagination ?? pageOf(rows.length)) : pageOf(rows.length);
    return { kind: 'page', rows, pagination, fromDevice: true, fetchedAt: cached.fetchedAt };
  }

  return {
    async load(websiteId, kind, query, signal) {
      if (isOffline()) return fromDevice(websiteId, kind, query);
      if (isBeginning(query)) {
        const known = await fromDevice(websiteId, kind, query);
        if (known.kind === 'page') {
          if (!isFresh(known.fetchedAt)) fetchPage(websiteId, kind, query).catch(() => undefined);
          return known;
        }
      }
      const outcome = await fetchPage(websiteId, kind, query, signal);
      if (isProblem(outcome)) {
        if (meansOffline(outcome)) return fromDevice(websiteId, kind, query);
        return { kind: 'failed', message: problemMessage(outcome) };
      }
      const { data, pagination } = outcome;
      return { kind: 'page', rows: data, pagination: pagination ?? pageOf(data.length), fromDevice: false, fetchedAt: Date.now() };
    },
    watch: (websiteId, kind, callback) =>
      store.watch.resource(user().userId, keyOf(websiteId, kind), choicesSchema, (cached) => cached && callback(cached.fetchedAt)),
    async prefetch(websiteId) {
      const { userId } = user();
      const problems = await Promise.all(
        (['menu', 'form'] as const).map(async (kind) => {
          const outcome = await ask(websiteId, kind, firstChoices);
          if (isProblem(outcome)) return outcome;
          await keep(userId, websiteId, kind, firstChoices, outcome);
          return null;
        }),
      );
      return problems.find((problem) => problem !== null) ?? null;
    },
  };
}

const isBeginning = (query: ListQuery): boolean => query.q === '' && query.page === 0;
const isFresh = (fetchedAt: number | null): boolean => fetchedAt !== null && Math.abs(Date.now() - fetchedAt) < freshMs;

const choiceOfMenu = ({ id, name }: Menu): Choice => ({ id, label: name });
const choiceOfForm = ({ id, name, definition }: Form): Choice => ({
  id,
  label: definition.label || name || definition.name,
});

function pageOf(total: number): Pagination {
  return { page: 0, per_page: limits.perPageMax, total, last_page: 0 };
}
