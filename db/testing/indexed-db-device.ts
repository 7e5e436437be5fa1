import { vi } from 'vitest';
import { openDeviceStore } from '../device-store.ts';
import type { StoreDevice } from './store-device.ts';

/** A device as the console has it: the browser's IndexedDB, under a name that no other test uses. */
export function indexedDbDevice(): StoreDevice {
  const name = `unit-${crypto.randomUUID()}`;
  return {
    open: (options = {}) => openDeviceStore({ name, appVersion: 'test', ...options }),
    failNextWrite() {
      vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    },
  };
}
