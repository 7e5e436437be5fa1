import type { Category } from './entities/setting.ts';

/** Cache key of a settings category of a website. Every key also includes the user. */
export function settingsKey(websiteId: string, category: Category): string {
  return `settings/${websiteId}/${category}`;
}

/** Cache key of a website's blocks, all with their settings. */
export function blocksKey(websiteId: string): string {
  return `blocks/${websiteId}`;
}

/** Cache key of one record. `websiteId`: null where the resource belongs to the account. */
export function recordCacheKey(resource: string, websiteId: string | null, id: string): string {
  return `${recordCachePrefix(resource, websiteId)}${id}`;
}

/** The prefix of the cache keys of all records of a resource. */
export function recordCachePrefix(resource: string, websiteId: string | null): string {
  return `record/${resource}/${websiteId ?? ''}/`;
}

/** Whether a cache row holds one record, and not a list of them. */
export function isRecordKey(key: string): boolean {
  return key.startsWith('record/');
}

/** Cache key of one page of a collection: ids of its records, in their order. */
export function pageCacheKey(resource: string, websiteId: string | null, query: Readonly<Record<string, string | number>>): string {
  return `page/${resource}/${websiteId ?? ''}/${JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** Cache key of a call's answer: the call's name, its path parameters and its query, each in a fixed order. */
export function listKey(
  callName: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const sorted = (entries: Readonly<Record<string, string | number | undefined>>) =>
    Object.entries(entries)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  return `call/${callName}/${JSON.stringify([sorted(params), sorted(query)])}`;
}
