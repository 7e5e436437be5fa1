/**
 * Where the store is. `device`: in IndexedDB. Else in the memory of this tab, because IndexedDB does not answer (`stalled`), or can't be
 * used (`missing`: the browser blocks site data, has none, or its files are damaged).
 */
export type StorePlace = 'device' | 'stalled' | 'missing';
/** Why nothing can be kept on the device. */
export type StoreFault = Exclude<StorePlace, 'device'>;
