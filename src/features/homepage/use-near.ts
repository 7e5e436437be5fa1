import { useCallback, useRef, useState } from 'react';

/** How far out of sight still counts as near: a drag that scrolls gets there within moments. */
const margin = '200px 0px';

interface Told {
  readonly group: number;
  readonly tell: (near: boolean) => void;
}

const listeners = new Map<Element, Told>();
const inSight = new Set<Element>();
const nearGroups = new Set<number>();
let observer: IntersectionObserver | null = null;

/** One observer for all rows. */
function shared(): IntersectionObserver {
  observer ??= new IntersectionObserver(hear, { rootMargin: margin });
  return observer;
}

function hear(entries: readonly IntersectionObserverEntry[]): void {
  const touched = new Set<number>();
  for (const { target, isIntersecting } of entries) {
    const listener = listeners.get(target);
    if (!listener) continue;
    touched.add(listener.group);
    if (isIntersecting) inSight.add(target);
    else inSight.delete(target);
  }
  for (const group of touched) nearGroups.delete(group);
  for (const element of inSight) {
    const group = listeners.get(element)?.group;
    if (group !== undefined && touched.has(group)) nearGroups.add(group);
  }
  for (const { group, tell } of listeners.values()) if (touched.has(group)) tell(nearGroups.has(group));
}

export interface Near {
  readonly near: boolean;
  /** The ref of whichever element stands for it now. */
  readonly place: (element: Element | null) => (() => void) | undefined;
}

/**
 * Whether an element, or another of its group, is in sight, or nearly so. By groups, since each change of what takes part in
 * a drag has all of it measured anew. The focus in an element stays where it is, also as another element takes its place.
 */
export function useNear(group: number): Near {
  const [near, setNear] = useState(false);
  const told = useRef(false);
  /** Which of the buttons had the focus when the element was told to go. */
  const focused = useRef(-1);
  const place = useCallback(
    (element: Element | null) => {
      if (!element) return;
      const buttons = element.getElementsByTagName('button');
      buttons[focused.current]?.focus({ preventScroll: true });
      focused.current = -1;
      listeners.set(element, {
        group,
        tell: (isNear) => {
          if (isNear === told.current) return;
          const at = Array.from<Element | null>(buttons).indexOf(document.activeElement);
          if (!isNear && at >= 0) return;
          told.current = isNear;
          focused.current = at;
          setNear(isNear);
        },
      });
      // Until the observer has seen it, an element that takes another's place counts as that one did.
      if (nearGroups.has(group)) inSight.add(element);
      shared().observe(element);
      return () => {
        shared().unobserve(element);
        listeners.delete(element);
        inSight.delete(element);
      };
    },
    [group],
  );
  return { near, place };
}
