import { useSyncExternalStore } from 'react';

/** How many fields of each open form no save has taken yet. */
const unsaved = new Map<object, number>();
const listeners = new Set<() => void>();

/** Tells of one form; 0 when it is clean or closed. */
export function noteUnsaved(form: object, fields: number): void {
  if ((unsaved.get(form) ?? 0) === fields) return;
  if (fields === 0) unsaved.delete(form);
  else unsaved.set(form, fields);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether anything that was typed on a screen in view is in no save. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => unsaved.size > 0);
}
