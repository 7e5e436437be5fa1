/**
 * Where the store is. `device`: in IndexedDB. Else in the memory of this tab, because IndexedDB does not answer (`stalled`), or can't be
 * used (`missing`: the browser blocks site data, has none, or its files are damaged).
 */
export type StorePlace = 'device' | 'stalled' | 'missing';
export type NotOnDevice = Exclude<StorePlace, 'device'>;
