import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { css } from '#styled/css/index.js';
import { visuallyHidden } from './visually-hidden.ts';

const style = css({
  position: 'fixed',
  inset: 'auto',
  zIndex: 'overlay',
  margin: '0',
  maxWidth: '[min(18rem, calc(100vw - 1rem))]',
  paddingInline: '2.5',
  paddingBlock: '1.5',
  border: '[none]',
  borderRadius: 'sm',
  fontSize: 'sm',
  lineHeight: 'snug',
  color: 'canvas',
  backgroundColor: 'text',
  // It goes with the next click, wherever that is.
  pointerEvents: 'none',
});

/** From the button, and from the edges of the window, CSS px. */
const gap = 6;

interface ShownReason {
  readonly reason: string;
  readonly button: Element;
}

/** Why the pressed button can't be used, where its title says so: the title of an icon button may just be its name. */
function reasonOf({ target }: MouseEvent): ShownReason | null {
  const button = target instanceof Element ? target.closest('[aria-disabled=true][title]:not([aria-busy=true])') : null;
  const reason = button?.getAttribute('title') ?? '';
  return button && reason !== '' && reason !== button.getAttribute('aria-label') ? { reason, button } : null;
}

/**
 * Shows why a button can't be used when it is pressed, at that button: a touch screen shows no `title`, and a screen reader may have read it
 * long before. For every button of the page that has a reason.
 */
export function ReasonTip() {
  const [shown, setShown] = useState<ShownReason | null>(null);
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = (event: MouseEvent) => setShown(reasonOf(event));
    const hide = () => setShown(null);
    const listening = new AbortController();
    const options = { capture: true, passive: true, signal: listening.signal };
    window.addEventListener('click', show, options);
    for (const type of ['keydown', 'scroll', 'resize']) window.addEventListener(type, hide, options);
    return () => listening.abort();
  }, []);
  useLayoutEffect(() => {
    const { current } = tip;
    if (!current || !shown) return;
    // In the top layer, over the dialog that the button may be in. Firefox 124 has no popovers.
    if ('showPopover' in current) current.showPopover();
    const { left, width, top, bottom } = shown.button.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = current;
    const below = bottom + gap;
    const furthest = document.documentElement.clientWidth - offsetWidth - gap;
    current.style.left = `${Math.max(gap, Math.min(left + (width - offsetWidth) / 2, furthest))}px`;
    current.style.top = `${below + offsetHeight > window.innerHeight ? top - gap - offsetHeight : below}px`;
  }, [shown]);
  return (
    // An open dialog hides the page from screen readers, except elements with this attribute.
    <div data-live-announcer="">
      <div role="status" className={visuallyHidden}>
        {shown?.reason}
      </div>
      {shown ? (
        <div ref={tip} popover="manual" aria-hidden="true" className={style}>
          {shown.reason}
        </div>
      ) : null}
    </div>
  );
}
