import { useCallback, useRef, useState } from 'react';

/** How far out of sight still counts as near: a drag that scrolls gets there within moments. */
const margin = '400px 0px';

const listeners = new WeakMap<Element, (near: boolean) => void>();
let observer: IntersectionObserver | null = null;

/** One observer for all rows. */
function shared(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: margin },
  );
  return observer;
}

export interface Near {
  readonly near: boolean;
  /** The ref of whichever element stands for it now. */
  readonly place: (element: Element | null) => (() => void) | undefined;
}

/** Whether an element is in sight, or nearly so. The focus in it stays where it is, also as another element takes its place. */
export function useNear(): Near {
  const [near, setNear] = useState(false);
  /** Which of the buttons had the focus when the element was told to go. */
  const focused = useRef(-1);
  const place = useCallback((element: Element | null) => {
    if (!element) return;
    const buttons = element.getElementsByTagName('button');
    buttons[focused.current]?.focus({ preventScroll: true });
    focused.current = -1;
    listeners.set(element, (isNear) => {
      focused.current = Array.from<Element | null>(buttons).indexOf(document.activeElement);
      if (isNear || focused.current < 0) setNear(isNear);
    });
    shared().observe(element);
    return () => {
      shared().unobserve(element);
      listeners.delete(element);
    };
  }, []);
  return { near, place };
}
