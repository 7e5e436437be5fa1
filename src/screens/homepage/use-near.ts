import { useEffect, useLayoutEffect, useRef, useState } from 'react';

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

/** Whether an element is in sight, or nearly so. The focus in it stays where it is, also as another element takes its place. */
export function useNear<Place extends Element>() {
  const ref = useRef<Place>(null);
  const [near, setNear] = useState(false);
  /** Which of the buttons has the focus while the element is replaced. */
  const focused = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is another one once it is near
  useLayoutEffect(() => {
    ref.current?.querySelectorAll('button')[focused.current]?.focus({ preventScroll: true });
    focused.current = -1;
  }, [near]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is another one once it is near
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    listeners.set(element, (isNear) => {
      focused.current = [...element.querySelectorAll('button')].findIndex((button) => button === document.activeElement);
      if (isNear || focused.current < 0) setNear(isNear);
    });
    shared().observe(element);
    return () => {
      shared().unobserve(element);
      listeners.delete(element);
    };
  }, [near]);
  return { ref, near };
}
