import { type RefCallback, useState } from 'react';

/** The heights of what covers the page: the top bar, and below it the outline of a long form; at the foot the form's bar with its margins. px. */
const covered = { top: 56, outline: 50, foot: 92 };

/** Only what is in the form can get behind its outline, whose code may still be loading. */
const hasOutlineAbove = (element: Element): boolean => element.closest('form[data-outlined]') !== null;

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
    const follow = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else forget(target);
      }
      update();
    };
    const observed = (top: number) => new IntersectionObserver(follow, { rootMargin: `-${top}px 0px -${covered.foot}px`, threshold: 0.5 });
    const observers = { plain: observed(covered.top), below: observed(covered.top + covered.outline) };
    return (element: Element | null) => {
      if (element === null) return undefined;
      const observer = hasOutlineAbove(element) ? observers.below : observers.plain;
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
