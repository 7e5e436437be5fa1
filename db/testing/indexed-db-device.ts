import { vi } from 'vitest';
import { openClientStore } from '../open-client-store.ts';
import type { StoreDevice } from './store-device.ts';

/** A device as the console has it: the browser's IndexedDB, under a name that no other test uses. */
export function indexedDbDevice(): StoreDevice {
  const name = `unit-${crypto.randomUUID()}`;
  return {
    open: (options = {}) => openClientStore({ name, appVersion: 'test', ...options }),
    failNextWrite() {
      let fails = true;
      for (const call of ['add', 'put'] as const) {
        const write = IDBObjectStore.prototype[call];
        vi.spyOn(IDBObjectStore.prototype, call).mockImplementation(function written(this: IDBObjectStore, value, key) {
          const isFull = fails;
          fails = false;
          if (isFull) throw new DOMException('full', 'QuotaExceededError');
          return key === undefined ? write.call(this, value) : write.call(this, value, key);
        });
      }
    },
    fillUntilFreed(rows) {
      let lacking = rows;
      const { add, put, delete: remove } = IDBObjectStore.prototype;
      const refuseWhileFull = () => {
        if (lacking > 0) throw new DOMException('full', 'QuotaExceededError');
      };
      vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function freed(this: IDBObjectStore, key) {
        lacking -= 1;
        return remove.call(this, key);
      });
      vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function added(this: IDBObjectStore, value, key) {
        refuseWhileFull();
        return key === undefined ? add.call(this, value) : add.call(this, value, key);
      });
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function written(this: IDBObjectStore, value, key) {
        if (this.name === 'resources' || this.name === 'files') refuseWhileFull();
        return key === undefined ? put.call(this, value) : put.call(this, value, key);
      });
    },
  };
}
