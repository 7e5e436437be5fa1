import * as v from 'valibot';
import type { PaginationInfo } from '../api-result.ts';
import { type Json, sameJson } from '../json.ts';
import { parsedBy } from '../parsed-by.ts';
import { normalValue, type RecordValues, type ResourceDefinition, type Values } from './define.ts';
import { withBlanks } from './hidden-fields.ts';
import type { CallRequest, Compared, Patch, PreflightComparison } from './mutation.ts';
import type { CreateBody } from './record-bodies.ts';

type Create = Patch<CreateBody>;

/** How the record of a create is recognised in the list, where the answer was lost. */
export function createdRecords(resource: ResourceDefinition) {
  const list = parsedBy(v.array(resource.schema));
  const matching = resource.findCreated?.matching ?? [];
  /** The values by which it is recognised. */
  const looksOf = (values: Values): readonly Json[] => matching.map((key) => normalValue(resource, key, values[key]));
  const looks = (body: CreateBody): string => JSON.stringify(looksOf(withBlanks(resource.fields, body.values)));

  /** The records that a created one could be confused with. */
  function lookAlikes(found: readonly RecordValues[], { values }: CreateBody): readonly RecordValues[] {
    if (!resource.findCreated) return [];
    const wanted = looksOf(withBlanks(resource.fields, values));
    return found.filter((each) => sameJson(looksOf(each), wanted));
  }

  const find = (found: readonly RecordValues[], { body, base }: Create): RecordValues | null =>
    lookAlikes(found, body).findLast(({ id }) => !knownIn(base).includes(id)) ?? null;

  return {
    looks,
    /** The search for it, which also finds others. */
    search: (body: CreateBody): Pick<CallRequest, 'query' | 'mostPages'> => ({
      query: { per_page: perPage, ...searchOf(resource, body.values) },
      mostPages: resource.findCreated ? 10 : 1,
    }),
    /** The created record, among the results of the search and not among those known before; null: it is not there. */
    find: (read: Json, create: Create): RecordValues | null => find(list(read) ?? [], create),
    baseAfterSearch({ body, base }: Create, read: Json, pagination: PaginationInfo | null): Values {
      const found = list(read);
      if (!found) return base;
      const alike = lookAlikes(found, body).map(({ id }) => id);
      return { ...withKnown(base, alike), ...(isWhole(found, pagination) ? { [searchedKey]: true } : {}) };
    },
    compare(
      create: Create,
      theirs: Json,
      { mayHaveBeenApplied, pagination }: Pick<Compared, 'mayHaveBeenApplied' | 'pagination'>,
    ): PreflightComparison {
      const found = list(theirs);
      if (!found) return { kind: 'unreadable' };
      if (!mayHaveBeenApplied) return { kind: 'send' };
      // Without a search before the first attempt, what looks like it may be older.
      if (find(found, create)) return { kind: create.base[searchedKey] === true ? 'done' : 'unknown' };
      return { kind: resource.findCreated && isWhole(found, pagination ?? null) ? 'send' : 'unknown' };
    },
  };
}

/** In the base of a create: true once all records that look like it were searched for, before an attempt could have created it. */
const searchedKey = 'isSearched';

export function notSearched({ [searchedKey]: _, ...base }: Values): Values {
  return base;
}

/** The base of a create with more ids of records that are older than it. */
export function withKnown(base: Values, ids: readonly string[]): Values {
  return { ...base, known: [...new Set([...knownIn(base), ...ids])] };
}

function knownIn(base: Values): readonly Json[] {
  const known = base['known'];
  return Array.isArray(known) ? known : [];
}

/** Records of one page of the search. */
const perPage = 100;

/** Whether a search has brought all that it finds. Pages that were read while somebody changed the list may lack a record. */
function isWhole(found: readonly RecordValues[], pagination: PaginationInfo | null): boolean {
  return pagination === null ? found.length < perPage : new Set(found.map(({ id }) => id)).size >= pagination.total;
}

/** By what the record is about where it is about something, else by a search. */
function searchOf({ about, findCreated }: ResourceDefinition, values: Values): Readonly<Record<string, string>> {
  if (about.length === 0) return { q: searchFor(values[findCreated?.searchBy ?? '']) };
  return Object.fromEntries(about.map((key) => [key, searchFor(values[key])]));
}

/** The part of a value that the API's search accepts. */
function searchFor(value: Json | undefined): string {
  return typeof value === 'string' ? value.trim().slice(0, 100) : '';
}
