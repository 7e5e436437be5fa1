import { type RefCallback, useState } from 'react';

/**
 * For an element whose content comes and goes: calls with the greatest height that it has had and with its present one, in px, whenever
 * that changes. Room of the greatest is kept, so that nothing moves up under the pointer because a message went. The function of the first
 * render is called.
 */
export function useGreatestHeight(onResize: (greatest: number, height: number) => void): RefCallback<HTMLElement> {
  const [ref] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return undefined;
    let greatest = 0;
    const observer = new ResizeObserver(() => {
      const { height } = element.getBoundingClientRect();
      greatest = Math.max(greatest, height);
      onResize(greatest, height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return ref;
}
