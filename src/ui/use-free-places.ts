import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { type Box, clearGroups, freePlace, type Place, type Shape } from './free-place.ts';

/** Where users of the product expect toasts, px from the top. */
const firstTop = 75;

/** What toasts do not lie over, the most important first: controls, messages of fields, a form's summary of errors, and notices. */
const kinds = [
  'button, a[href], input, select, textarea, label:has(input), [data-code-editor], [role=slider], [role=menu], [role=listbox]',
  '[data-message], [id$="-error"]',
  '[data-error-summary]',
  '[data-keep-clear], [role=alert]',
];
/** Last, and of these only the text: a heading is as wide as its column. */
const headings = 'h1, h2, h3';

/** Those that the pointer is on, or that have the focus: they stay where they are. */
const heldToasts = '[data-pointed], :focus-within';

/** Without a scroll, resize or change, ms: the page stands still. */
const stillAfter = 150;

const boxOf = ({ left, top, width }: Place, height: number): Box => ({ left, right: left + width, top, bottom: top + height });

function textBox(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

/** What can be seen, apart from the toasts in `region`, by kind. */
function takenOutside(region: HTMLElement): Box[][] {
  const seen = (selector: string, measure: (element: Element) => DOMRect): Box[] =>
    [...document.querySelectorAll(selector)].flatMap((element) => {
      if (region.contains(element)) return [];
      const box = measure(element);
      return box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight ? [box] : [];
    });
  return [...kinds.map((selector) => seen(selector, (element) => element.getBoundingClientRect())), seen(headings, textBox)];
}

/** The height in a shape; the element has its own again afterwards. */
function heightOf(element: HTMLElement, { width, layout }: Shape): number {
  const { style, dataset } = element;
  const [widthBefore, layoutBefore] = [style.width, dataset['layout'] ?? 'roomy'];
  style.width = `${width}px`;
  dataset['layout'] = layout;
  const { height } = element.getBoundingClientRect();
  style.width = widthBefore;
  dataset['layout'] = layoutBefore;
  return height;
}

/** Measures each shape once: the page is laid out each time. */
function heightsOf(element: HTMLElement): (shape: Shape) => number {
  const known = new Map<string, number>();
  return (shape) => {
    const key = `${shape.layout} ${shape.width}`;
    const height = known.get(key) ?? heightOf(element, shape);
    known.set(key, height);
    return height;
  };
}

interface Placed {
  readonly places: ReadonlyMap<string, Place>;
  /** Of the window then, in CSS px. */
  readonly width: number;
}

function findPlaces(region: HTMLElement, known: Placed): Placed {
  const room = { width: document.documentElement.clientWidth, height: window.innerHeight, firstTop };
  const taken = takenOutside(region);
  const places = new Map<string, Place>();
  for (const element of region.querySelectorAll<HTMLElement>('[data-toast]')) {
    const id = element.dataset['toast'] ?? '';
    const height = heightsOf(element);
    const clearAt = (place: Place) => clearGroups(taken, boxOf(place, height(place)));
    const before = known.places.get(id);
    const fits = before && before.left + before.width <= room.width && before.top + height(before) <= room.height;
    const isHeld = element.matches(heldToasts);
    // A place that was found in a narrower window is a poor one in this.
    const kept = fits && (isHeld || known.width === room.width) ? before : null;
    const clear = kept && clearAt(kept);
    let place = kept;
    if (place === null || !(isHeld || clear === taken.length)) {
      const found = freePlace(taken, room, height);
      // It moves only for what is more important than what it covers there.
      place = kept && clear && clear >= clearAt(found) ? kept : found;
    }
    places.set(id, place);
    taken[0]?.push(boxOf(place, height(place)));
  }
  return { places, width: room.width };
}

const isSame = (a: Placed, b: Placed) =>
  a.width === b.width && a.places.size === b.places.size && [...a.places].every(([id, place]) => b.places.get(id) === place);

/**
 * Places for the toasts of a region, by id, in which they cover no other toast, and none of what a person uses or reads as far as there is
 * room. A toast stays where it is until it would cover something, or the window gets another width.
 */
export function useFreePlaces(
  region: { readonly current: HTMLElement | null },
  toasts: readonly { readonly id: string }[],
): ReadonlyMap<string, Place> {
  const [placed, setPlaced] = useState<Placed>({ places: new Map(), width: 0 });
  const place = useEffectEvent(() => {
    if (region.current === null) return;
    const found = findPlaces(region.current, placed);
    if (!isSame(found, placed)) setPlaced(found);
  });
  useLayoutEffect(() => {
    place();
    if (toasts.length === 0) return undefined;
    let frame = 0;
    let pause = 0;
    const placeSoon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    // A toast would run after a page that scrolls.
    const placeWhenStill = (): void => {
      window.clearTimeout(pause);
      pause = window.setTimeout(placeSoon, stillAfter);
    };
    // What is measured after a change, or after a resize, may move the controls once more.
    const placeSoonAndAgain = (): void => {
      placeSoon();
      placeWhenStill();
    };
    // A new screen, or a new line above the form, moves the controls; a message appears, or gets another text; the pointer leaves.
    const observer = new MutationObserver(placeSoonAndAgain);
    observer.observe(document.body, { childList: true, characterData: true, attributeFilter: ['data-pointed'], subtree: true });
    window.addEventListener('resize', placeSoonAndAgain);
    window.addEventListener('scroll', placeWhenStill, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(pause);
      observer.disconnect();
      window.removeEventListener('resize', placeSoonAndAgain);
      window.removeEventListener('scroll', placeWhenStill, { capture: true });
    };
  }, [toasts]);
  return placed.places;
}
