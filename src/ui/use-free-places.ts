import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { type Box, coveredArea, freePlace, type Place, type Shape } from './free-place.ts';

/** Where users of the product expect toasts, px from the top. */
const firstTop = 75;
const controls = 'button, a[href], input, select, textarea, label:has(input), [contenteditable=true], [role=slider]';

const boxOf = ({ left, top, width }: Place, height: number): Box => ({ left, right: left + width, top, bottom: top + height });

/** The controls that can be seen, those in `region` apart. */
function controlsOutside(region: HTMLElement): readonly Box[] {
  return [...document.querySelectorAll(controls)].flatMap((control): Box[] => {
    if (region.contains(control)) return [];
    const box = control.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight ? [box] : [];
  });
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

function findPlaces(region: HTMLElement, known: ReadonlyMap<string, Place>): ReadonlyMap<string, Place> {
  const room = { width: document.documentElement.clientWidth, height: window.innerHeight, firstTop };
  const boxes = [...controlsOutside(region)];
  const places = new Map<string, Place>();
  for (const element of region.querySelectorAll<HTMLElement>('[data-toast]')) {
    const id = element.dataset['toast'] ?? '';
    const before = known.get(id);
    const isKept =
      before &&
      before.left + before.width <= room.width &&
      // A toast does not move away from the pointer or the focus.
      (element.matches(':hover, :focus-within') || coveredArea(boxes, boxOf(before, heightOf(element, before))) === 0);
    const place = isKept ? before : freePlace(boxes, room, (shape) => heightOf(element, shape));
    places.set(id, place);
    boxes.push(boxOf(place, heightOf(element, place)));
  }
  return places;
}

const isSame = (a: ReadonlyMap<string, Place>, b: ReadonlyMap<string, Place>) =>
  a.size === b.size && [...a].every(([id, place]) => b.get(id) === place);

/**
 * Places for the toasts of a region, by id, in which they cover no control and no other toast. A toast stays where it is until it
 * would cover something. Scrolling is ignored: toasts disappear soon.
 */
export function useFreePlaces(
  region: { readonly current: HTMLElement | null },
  toasts: readonly { readonly id: string }[],
): ReadonlyMap<string, Place> {
  const [places, setPlaces] = useState<ReadonlyMap<string, Place>>(new Map());
  const place = useEffectEvent(() => {
    if (region.current === null) return;
    const found = findPlaces(region.current, places);
    if (!isSame(found, places)) setPlaces(found);
  });
  useLayoutEffect(() => {
    place();
    if (toasts.length === 0) return undefined;
    let frame = 0;
    const placeSoon = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    // A new screen, or a new line above the form, moves the controls.
    const observer = new MutationObserver(placeSoon);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', placeSoon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', placeSoon);
    };
  }, [toasts]);
  return places;
}
