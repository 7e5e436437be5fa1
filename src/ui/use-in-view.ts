import { type RefCallback, useState } from 'react';

/** The heights of the top bar and of the bar at the bottom of a form, which cover what is behind them. */
const margins = '-56px 0px -64px';

/** Whether any of the elements with this `ref` is visible in the window. */
export function useInView(): { readonly ref: RefCallback<Element>; readonly isInView: boolean } {
  const [isInView, setIsInView] = useState(true);
  const [ref] = useState(() => {
    const visible = new Set<Element>();
    const update = () => setIsInView(visible.size > 0);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target);
          else visible.delete(target);
        }
        update();
      },
      { rootMargin: margins, threshold: 0.5 },
    );
    return (element: Element | null) => {
      if (element === null) return undefined;
      observer.observe(element);
      return () => {
        observer.unobserve(element);
        visible.delete(element);
        update();
      };
    };
  });
  return { ref, isInView };
}
