import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The state of the one sync centre, which the chip and any screen may open. */
export function useSyncCenter(): { readonly isOpen: boolean; readonly open: () => void; readonly close: () => void } {
  return { isOpen: useSyncExternalStore(subscribe, () => isOpen), open, close };
}

const open = () => set(true);
export const requestSyncCenter = open;
const close = () => set(false);
