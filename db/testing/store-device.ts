import type { ClientStoreDeps, ClientStore } from '../client-store.ts';

type Options = Partial<
  Pick<ClientStoreDeps, 'now' | 'tabs' | 'evictElsewhere' | 'onMalformed' | 'onEnqueueing' | 'onWithdrawn' | 'onEnqueued'>
>;

/** One device, on which several tabs open the same store. */
export interface StoreDevice {
  open(options?: Options): Promise<ClientStore>;
  /** The next write fails for lack of disk space. */
  failNextWrite(): void;
  /** New rows fail for lack of space until so many were deleted. */
  fillUntilFreed(rows: number): void;
}
