import { useEffect, useRef, useState } from 'react';

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

/** Whether an element is in sight, or nearly so. What holds the focus stays as it is. */
export function useNear<Place extends Element>() {
  const ref = useRef<Place>(null);
  const [near, setNear] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is another one once it is near
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    listeners.set(element, (isNear) => {
      if (isNear || !element.contains(document.activeElement)) setNear(isNear);
    });
    shared().observe(element);
    return () => {
      shared().unobserve(element);
      listeners.delete(element);
    };
  }, [near]);
  return { ref, near };
}
