import type { ClientStoreDeps, DeviceStore } from '../client-store.ts';

type Options = Partial<Pick<ClientStoreDeps, 'now' | 'tabs' | 'evictElsewhere' | 'onMalformed' | 'onQueued'>>;

/** One device, on which several tabs open the same store. */
export interface StoreDevice {
  open(options?: Options): Promise<DeviceStore>;
  /** The next write of a row finds no room on the disk. */
  failNextWrite(): void;
  /** No new row finds room until so many were deleted. */
  fillUntilFreed(rows: number): void;
}
