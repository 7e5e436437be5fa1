import { useCallback, useState } from 'react';

/** How far outside the window still counts as near: a drag that scrolls gets there within moments. */
const margin = '200px 0px';

interface Listener {
  readonly group: number;
  readonly onChange: (isNear: boolean) => void;
}

const listeners = new Map<Element, Listener>();
const nearElements = new Set<Element>();
const nearGroups = new Set<number>();
let observer: IntersectionObserver | null = null;

/** One observer for all rows. */
function sharedObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(update, { rootMargin: margin });
  return observer;
}

function update(entries: readonly IntersectionObserverEntry[]): void {
  const changedGroups = new Set<number>();
  for (const { target, isIntersecting } of entries) {
    const listener = listeners.get(target);
    if (!listener) continue;
    changedGroups.add(listener.group);
    if (isIntersecting) nearElements.add(target);
    else nearElements.delete(target);
  }
  for (const group of changedGroups) nearGroups.delete(group);
  for (const element of nearElements) {
    const group = listeners.get(element)?.group;
    if (group !== undefined && changedGroups.has(group)) nearGroups.add(group);
  }
  for (const { group, onChange } of listeners.values()) if (changedGroups.has(group)) onChange(nearGroups.has(group));
}

export interface Near {
  readonly isNear: boolean;
  readonly ref: (element: Element | null) => (() => void) | undefined;
}

/**
 * Whether an element, or another of its group, is in the window or near it. By groups, since a drag measures every row anew when one joins
 * or leaves. An element with the focus, as one that is being dragged has it, stays near.
 */
export function useNear(group: number): Near {
  const [isNear, setNear] = useState(false);
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return;
      listeners.set(element, {
        group,
        onChange: (next) => {
          if (next || !element.contains(document.activeElement)) setNear(next);
        },
      });
      // Until the observer reports on it, an element counts as its group does.
      if (nearGroups.has(group)) nearElements.add(element);
      sharedObserver().observe(element);
      return () => {
        sharedObserver().unobserve(element);
        listeners.delete(element);
        nearElements.delete(element);
      };
    },
    [group],
  );
  return { isNear, ref };
}
