import { type RefCallback, useState } from 'react';

/**
 * For an element whose content comes and goes: calls with the greatest height that it has had, in px, whenever it or the element around it
 * is resized. Room of that height is kept, so that nothing moves up under the pointer because a message went. The function of the first
 * render is called.
 */
export function useGreatestHeight(onResize: (greatest: number, element: HTMLElement) => void): RefCallback<HTMLElement> {
  const [ref] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return undefined;
    let greatest = 0;
    const observer = new ResizeObserver(() => {
      greatest = Math.max(greatest, element.getBoundingClientRect().height);
      onResize(greatest, element);
    });
    observer.observe(element);
    observer.observe(element.parentElement ?? element);
    return () => observer.disconnect();
  });
  return ref;
}
