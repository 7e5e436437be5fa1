import { isProblem } from '#contract/api-result.ts';
import type { Use } from '#contract/entities/use.ts';
import { limits } from '#contract/limits.ts';
import type { RecordValues, ResourceDefinition, Values } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { type Naming, namingsOf } from '#contract/resources/uses.ts';
import type { RecordPlaces, RecordUse, RecordUses } from '#machines/record-list/record-list.ports.ts';
import * as v from 'valibot';
import { createDetailsSource } from './details-source.ts';
import { apiQuery } from './list-paging.ts';
import type { ReadParts } from './source-parts.ts';
import { recordScope } from './current-user.ts';

/** How many pages of a list are read for one naming resource. */
const mostPages = 10;
/** How many records are looked up by a search each. */
const mostSearches = 20;
const namesShown = 3;

type Known = { readonly records: readonly RecordValues[]; readonly isWhole: boolean };

/** Finds what names records of a resource: on the server where it answers, and among what this device has, pending changes included. */
export function createFindUses(
  parts: ReadParts,
  resource: ResourceDefinition,
  websiteId: string,
  all: readonly ResourceDefinition[] = resources,
) {
  const { client, store, user, isOffline } = parts;
  const scopeOf = (of: ResourceDefinition) => recordScope(user(), of, websiteId);

  async function page({ resource: naming }: Naming, page: number, q: string) {
    const query = apiQuery({ page, perPage: limits.perPageMax, sort: null, q });
    const result = await client.call(naming.calls.list, { params: { websiteId }, query });
    if (isProblem(result)) return null;
    return { rows: v.parse(v.array(naming.schema), result.data), lastPage: result.pagination?.last_page ?? 0 };
  }

  async function pages(naming: Naming, q: string, most: number): Promise<Known> {
    const records: RecordValues[] = [];
    for (let at = 0; at < most; at += 1) {
      const found = await page(naming, at, q);
      records.push(...(found?.rows ?? []));
      if (!found || at >= found.lastPage) return { records, isWhole: found !== null };
    }
    return { records, isWhole: false };
  }

  async function onServer(naming: Naming, named: readonly RecordValues[]): Promise<Known> {
    if (isOffline()) return { records: [], isWhole: false };
    // The server has nothing that names a record which only this device has.
    const there = named.filter(({ id }) => !isLocalId(id));
    if (there.length === 0) return { records: [], isWhole: true };
    const { mention } = naming;
    if (!mention) return pages(naming, '', mostPages);
    const texts = [...new Set(there.map((record) => mention.searchFor(record)))];
    const found = await Promise.all(texts.slice(0, mostSearches).map((text) => pages(naming, text, 1)));
    return {
      records: found.flatMap(({ records }) => records),
      isWhole: texts.length <= mostSearches && found.every(({ isWhole }) => isWhole),
    };
  }

  async function usesBy(naming: Naming, named: readonly RecordValues[]): Promise<RecordUses> {
    const records = await store.records();
    const [server, device] = await Promise.all([onServer(naming, named), records.readAll(scopeOf(naming.resource))]);
    const rows = [...device.created, ...device.rows];
    // Without a pending change, the server's answer is newer.
    const known = new Map<string, Values>(rows.map(({ id, values }) => [id, values]));
    for (const record of server.records) known.set(record.id, record);
    for (const { id, values, pending, isDeleting } of rows) {
      if (isDeleting) known.delete(id);
      else if (pending) known.set(id, values);
    }
    const { labels, nameKey } = naming.resource;
    const uses = named.flatMap((record): readonly RecordUse[] => {
      const found = [...known.values()].filter((values) => naming.names(values, record));
      const names = found.slice(0, namesShown).map((values) => String(values[nameKey] ?? labels.one));
      return found.length === 0 ? [] : [{ id: record.id, labels: { one: labels.one, many: labels.many }, total: found.length, names }];
    });
    return { uses, isWhole: server.isWhole };
  }

  /** What the API's details say, without the records that are found by `usesBy`. */
  async function placesOf(ids: readonly string[], namings: readonly Naming[]): Promise<RecordUses> {
    if (!resource.details) return { uses: [], isWhole: true };
    const source = createDetailsSource(parts, resource, websiteId);
    const isFoundElsewhere = ({ path }: Use) => namings.some((naming) => path?.startsWith(`${naming.resource.path}/`));
    const known = await Promise.all(ids.slice(0, mostSearches).map(async (id) => ({ id, latest: await source.latest(id) })));
    const places = known.flatMap(({ id, latest }): readonly RecordPlaces[] => {
      const { used_in: listed, used_in_total: all } = latest?.details ?? {};
      const others = (listed ?? []).filter((use) => !isFoundElsewhere(use));
      const total = others.length + Math.max(0, (all ?? 0) - (listed ?? []).length);
      return total === 0 ? [] : [{ id, total, labels: others.slice(0, namesShown).map(({ label }) => label) }];
    });
    const isTold = known.every(({ latest }) => latest?.isFresh === true && Array.isArray(latest.details.used_in));
    return { uses: [], places, isWhole: ids.length <= mostSearches && isTold };
  }

  return async (ids: readonly string[]): Promise<RecordUses> => {
    const records = await store.records();
    const readings = await Promise.all(ids.map((id) => records.readRecord(scopeOf(resource), id)));
    const named = readings.map(({ values }, at) => ({ ...values, id: ids[at] ?? '' }));
    const namings = namingsOf(resource, all);
    const found = await Promise.all([placesOf(ids, namings), ...namings.map((naming) => usesBy(naming, named))]);
    const [{ places }] = found;
    return { uses: found.flatMap(({ uses }) => uses), ...(places ? { places } : {}), isWhole: found.every(({ isWhole }) => isWhole) };
  };
}
