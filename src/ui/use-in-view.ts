import { type RefCallback, useState } from 'react';

/** The heights of the top bar and of the bar at the bottom of a form, which cover what is behind them. */
const margins = '-56px 0px -64px';

/** Whether any of the elements with this `ref` is in the window. Of several, all but the first get the attribute `data-behind`. */
export function useInView(): { readonly ref: RefCallback<Element>; readonly isInView: boolean } {
  const [isInView, setIsInView] = useState(true);
  const [ref] = useState(() => {
    const visible = new Set<Element>();
    const update = () => {
      setIsInView(visible.size > 0);
      const first = firstOf(visible);
      // The first alone can be seen; one that has the focus stays.
      for (const element of visible) element.toggleAttribute('data-behind', element !== first && element !== document.activeElement);
    };
    const forget = (element: Element) => {
      visible.delete(element);
      element.removeAttribute('data-behind');
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target);
          else forget(target);
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
        forget(element);
        update();
      };
    };
  });
  return { ref, isInView };
}

function firstOf(elements: ReadonlySet<Element>): Element | undefined {
  return [...elements].toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1))[0];
}
