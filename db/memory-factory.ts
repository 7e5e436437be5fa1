import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

/** An IndexedDB that lasts as long as its tab. Its code is loaded where the browser's own can't be used. */
export const createMemoryFactory = () => ({ factory: new IDBFactory(), keyRange: IDBKeyRange });

export type MemoryFactory = ReturnType<typeof createMemoryFactory>;
