import { type ComponentType, useSyncExternalStore } from 'react';

type FlowDrawer = ComponentType<{ readonly onClose: () => void }>;

let shown: FlowDrawer | null = null;
const listeners = new Set<() => void>();

/** Docks the state flows beside the screen. Null: takes them away. Whoever shows them has loaded their code, which the shell does not know. */
export function showFlowDrawer(drawer: FlowDrawer | null): void {
  shown = drawer;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The drawer that is docked beside the screen; null where there is none. */
export const useFlowDrawer = (): FlowDrawer | null => useSyncExternalStore(subscribe, () => shown);
