/** These run in the page, so they use nothing from outside. */

interface Watched {
  shifts: { value: number; what: string }[];
  clicked: Element | null;
  observer: PerformanceObserver;
}

declare global {
  interface Window {
    stillness?: Watched;
    footTops?: number[];
  }
}

/**
 * Begins to record layout shifts, those right after an input included, transitions, and the target of the last click. A transition counts
 * as a shift: it shows the old place for a frame or longer, and a click that begins there is lost. With reduced motion there must be none.
 */
export function watchStillness(): void {
  if (window.stillness) return;
  const record = (entries: PerformanceEntryList): void => {
    for (const entry of entries) {
      // TypeScript's DOM library has no LayoutShift.
      const { value = 0, sources = [] } = entry as PerformanceEntry & {
        value?: number;
        sources?: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      // The code editor draws its caret and its selection itself, and what is typed there is elements.
      const moved = sources.filter(({ node }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return element && !element.closest('.cm-editor, [aria-label=Notifications]');
      });
      if (moved.length === 0) continue;
      const what = moved.map(({ node, previousRect: a, currentRect: b }) => {
        const name = node instanceof Element ? `${node.tagName} ${node.textContent?.slice(0, 30) ?? ''}` : (node?.nodeName ?? '?');
        return `${name} (${a.x},${a.y},${a.width},${a.height}) to (${b.x},${b.y},${b.width},${b.height})`;
      });
      watched.shifts.push({ value, what: what.join('; ') });
    }
  };
  const watched: Watched = { shifts: [], clicked: null, observer: new PerformanceObserver((list) => record(list.getEntries())) };
  watched.observer.observe({ type: 'layout-shift' });
  const note = ({ target, isTrusted }: MouseEvent): void => {
    // A button for files clicks a hidden input itself.
    if (isTrusted && target instanceof Element) watched.clicked ??= target;
  };
  window.addEventListener('click', note, true);
  const noteTransition = ({ target, propertyName }: TransitionEvent): void => {
    if (target instanceof Element)
      watched.shifts.push({ value: 0, what: `transition of ${propertyName} at ${target.outerHTML.slice(0, 100)}` });
  };
  window.addEventListener('transitionrun', noteTransition, true);
  window.stillness = watched;
}

export function forgetClick(): void {
  if (window.stillness) window.stillness.clicked = null;
}

/** What has moved since the last call. */
export async function takeShifts(): Promise<readonly string[]> {
  // A shift is reported with the frame after the one in which it happened.
  for (let frame = 0; frame < 3; frame += 1) await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  await new Promise<void>((resolve) => setTimeout(resolve));
  return (window.stillness?.shifts.splice(0) ?? []).map(({ value, what }) => `${value.toFixed(4)}: ${what}`);
}

/** Lets the page draw frames for this time. ms. */
export async function framesFor(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
}

/** Resolves when the page has kept its height for half a second. */
export async function heightSettled(): Promise<void> {
  const height = () => document.documentElement.scrollHeight;
  for (let [same, last] = [0, height()]; same < 10; same = height() === last ? same + 1 : 0) {
    last = height();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Where every control of the form stands on the page, by name. */
export function controlBoxes(): Readonly<Record<string, string>> {
  const boxes: Record<string, string> = {};
  for (const field of document.querySelectorAll('main [data-field], main h1, main h2')) {
    const { x, y, width } = field.getBoundingClientRect();
    const key = field.getAttribute('data-field') ?? field.textContent ?? '';
    boxes[key] = [x + scrollX, y + scrollY, width].map(Math.round).join(' ');
  }
  return boxes;
}

/** Begins to record, frame by frame, where the foot of the open dialog stands. */
export function watchFoot(): void {
  const tops: number[] = [];
  window.footTops = tops;
  const look = (): void => {
    const foot = document.querySelector('[role=dialog] [data-foot]');
    if (foot) tops.push(Math.round(foot.getBoundingClientRect().top));
    if (window.footTops === tops) requestAnimationFrame(look);
  };
  look();
}

/** Where it stood, from when the dialog was there until what loads on demand is. Ends the recording. */
export async function takeFootTops(): Promise<readonly number[]> {
  // The code of a field may come after the others.
  for (let frame = 0; frame < 20; frame += 1) await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  const tops = window.footTops ?? [];
  delete window.footTops;
  return [...new Set(tops)];
}
