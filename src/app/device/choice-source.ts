import { listForms, listMenus } from '#contract/calls/websites.ts';
import type { Form, Menu } from '#contract/entities/lists.ts';
import { limits } from '#contract/limits.ts';
import { isProblem, meansOffline, type Outcome, type Pagination, type Problem } from '#contract/outcome.ts';
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

/** Menus and forms of a website: the server's, and offline what this device knows of them. */
export interface ChoiceSource {
  load(websiteId: string, kind: ChoiceKind, query: ListQuery, signal?: AbortSignal): Promise<PageLoaded>;
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

const choicesSchema = v.array(choiceSchema);
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

  async function fetchPage(
    websiteId: string,
    kind: ChoiceKind,
    query: ListQuery,
    signal?: AbortSignal,
  ): Promise<Outcome<readonly Choice[]>> {
    const { userId } = user();
    const outcome = await ask(websiteId, kind, query, signal);
    if (isProblem(outcome) || query.q !== '' || query.page !== 0 || !isCurrentUser(userId)) return outcome;
    const { data, pagination } = outcome;
    await store.cache.put(userId, keyOf(websiteId, kind), { websiteId, data: [...data], pagination, etag: null });
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
      const outcome = await fetchPage(websiteId, kind, query, signal);
      if (isProblem(outcome)) {
        if (meansOffline(outcome)) return fromDevice(websiteId, kind, query);
        return { kind: 'failed', message: problemMessage(outcome) };
      }
      const { data, pagination } = outcome;
      return { kind: 'page', rows: data, pagination: pagination ?? pageOf(data.length), fromDevice: false, fetchedAt: Date.now() };
    },
    async prefetch(websiteId) {
      const outcomes = await Promise.all((['menu', 'form'] as const).map((kind) => fetchPage(websiteId, kind, firstChoices)));
      return outcomes.find(isProblem) ?? null;
    },
  };
}

const choiceOfMenu = ({ id, name }: Menu): Choice => ({ id, label: name });
const choiceOfForm = ({ id, name, definition }: Form): Choice => ({
  id,
  label: definition.label || name || definition.name,
});

function pageOf(total: number): Pagination {
  return { page: 0, per_page: limits.perPageMax, total, last_page: 0 };
}
