import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { css, cva } from '#styled/css/index.js';
import { focusHeading } from './focus-field.ts';

/** Over the page, and below dialogs, drawers and menus. */
const regionStyle = css({
  position: 'fixed',
  // Where the specification says.
  top: '[75px]',
  insetInlineEnd: '4',
  zIndex: 'toast',
  pointerEvents: 'none',
});
const listStyle = css({ display: 'flex', flexDirection: 'column', gap: '2', width: '[min(24rem, 100vw - 2rem)]' });
const toastStyle = cva({
  base: {
    display: 'grid',
    gridTemplateColumns: '[auto auto minmax(0, 1fr) auto]',
    columnGap: '3',
    paddingInline: '4',
    paddingBlock: '3',
    color: 'text',
    backgroundColor: 'surface.raised',
    borderRadius: 'md',
    boxShadow: 'overlay',
    animation: 'riseIn',
    transition: '[opacity token(durations.fast)]',
    '&[data-faded]': { opacity: 'faded' },
    '& > svg': { gridColumn: '2', gridRow: '1', marginTop: '0.5' },
  },
  variants: {
    type: {
      info: { '& > svg': { color: 'info.text' } },
      success: { '& > svg': { color: 'success.text' } },
      warning: { '& > svg': { color: 'warning.text' } },
      error: { '& > svg': { color: 'danger.text' } },
    },
  },
});
const body = css({ display: 'contents', overflowWrap: 'anywhere' });
const titleStyle = css({ gridColumn: '3', gridRow: '1', fontWeight: 'semibold' });
const contentStyle = css({ gridColumn: '[3 / -1]', gridRow: '2', color: 'text.muted' });
const buttonStyle = css.raw({
  gridRow: '1',
  alignSelf: 'flex-start',
  borderRadius: 'sm',
  cursor: 'pointer',
  pointerEvents: 'auto',
  _hover: { backgroundColor: 'surface.hover' },
});
const closeStyle = css(buttonStyle, {
  // At the start: at the end it would lie over Save and Create New, which stand at the end of a screen's head.
  gridColumn: '1',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '6',
  height: '6',
  color: 'text.muted',
  _hover: { color: 'text' },
});
const actionStyle = css(buttonStyle, {
  gridColumn: '4',
  minHeight: '6',
  paddingInline: '2',
  fontWeight: 'semibold',
  color: 'accent.text',
});

export type ToastTone = 'info' | 'warning' | 'error' | 'success';

export interface ToastView {
  readonly id: string;
  readonly type: ToastTone;
  readonly title: string;
  readonly content?: string;
  readonly clearable?: boolean;
  readonly action?: { readonly label: string } | null;
}

export interface ToastRegionProps {
  readonly label?: string;
  readonly toasts: readonly ToastView[];
  readonly onDismiss: (id: string) => void;
  /** The button of a toast was pressed. */
  readonly onAction: (id: string) => void;
  /** No toast disappears while the pointer or the focus is on one. */
  readonly onHold: (by: 'pointer' | 'focus') => void;
  readonly onRelease: (by: 'pointer' | 'focus') => void;
}

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };
const spoken = { info: '', success: '', warning: 'Warning', error: 'Error' };

/** The type of a toast, for screen readers; empty where the title is the same word. */
function spokenPrefix({ type, title }: ToastView): string {
  const label = spoken[type];
  return label === '' || title === label ? '' : `${label}: `;
}

/** What a person uses or types in. */
const controls = 'button, a[href], input, select, textarea, label, summary, [contenteditable=true], [tabindex="0"]';

const touches = (a: DOMRect, b: DOMRect): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Render it even without toasts: screen readers do not announce a live region that is added together with its text. */
export function ToastRegion({ label = 'Notifications', toasts, onDismiss, onAction, onHold, onRelease }: ToastRegionProps) {
  const element = useRef<HTMLElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  /** Where the mouse is, px in the window. */
  const mouse = useRef<DOMRect | null>(null);
  const isPointed = useRef(false);
  const present = toasts.length > 0;

  const look = useEffectEvent(() => {
    const { activeElement: focused } = document;
    const pointed = mouse.current && document.elementFromPoint(mouse.current.x, mouse.current.y)?.closest(controls);
    let isNow = false;
    for (const toast of element.current?.querySelectorAll('[data-toast]') ?? []) {
      const box = toast.getBoundingClientRect();
      const isOn = mouse.current !== null && touches(box, mouse.current);
      const covers = (control: Element | null | undefined) =>
        control !== null && control !== undefined && !toast.contains(control) && touches(box, control.getBoundingClientRect());
      toast.toggleAttribute('data-faded', (isOn && covers(pointed)) || (focused?.matches(controls) === true && covers(focused)));
      isNow ||= isOn;
    }
    if (isNow === isPointed.current) return;
    isPointed.current = isNow;
    if (isNow) onHold('pointer');
    else onRelease('pointer');
  });
  // One that goes moves those below it.
  useLayoutEffect(() => look());

  // A toast lets clicks through to what lies below it, so it gets no pointer events itself: the page's are compared with its box.
  useEffect(() => {
    if (!present) return undefined;
    const follow = ({ clientX, clientY, pointerType }: PointerEvent): void => {
      mouse.current = pointerType === 'mouse' ? new DOMRect(clientX, clientY, 1, 1) : null;
      look();
    };
    const leave = (): void => {
      mouse.current = null;
      look();
    };
    const stop = new AbortController();
    const quietly = { passive: true, signal: stop.signal };
    window.addEventListener('pointermove', follow, quietly);
    document.documentElement.addEventListener('pointerleave', leave, quietly);
    window.addEventListener('focusin', () => look(), quietly);
    window.addEventListener('resize', () => look(), quietly);
    window.addEventListener('scroll', () => look(), { capture: true, ...quietly });
    return () => {
      stop.abort();
      leave();
    };
  }, [present]);

  /** The pressed button goes with its toast, and fires no blur event then. */
  const giveBackFocus = () => {
    onRelease('focus');
    // A pointer needs no focus, and in a text field it would open a phone's keyboard.
    if (!element.current?.querySelector(':focus-visible')) return;
    const { current: before } = cameFrom;
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    else focusHeading();
  };

  return (
    <section
      ref={element}
      className={regionStyle}
      aria-label={label}
      // An open dialog hides the page from screen readers, except elements with this attribute.
      data-live-announcer=""
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget && currentTarget.contains(relatedTarget))) cameFrom.current = relatedTarget;
        onHold('focus');
      }}
      onBlur={() => onRelease('focus')}
    >
      <div role="log" aria-live="polite" aria-relevant="additions" className={listStyle}>
        {toasts.map((toast) => {
          const Icon = icons[toast.type];
          return (
            <div key={toast.id} data-toast={toast.id} className={toastStyle({ type: toast.type })}>
              <Icon size={18} aria-hidden="true" />
              <div className={body}>
                <div className={titleStyle}>
                  <span className={css({ srOnly: true })}>{spokenPrefix(toast)}</span>
                  {toast.title}
                </div>
                {toast.content ? <div className={contentStyle}>{toast.content}</div> : null}
              </div>
              {toast.action ? (
                <button
                  type="button"
                  className={actionStyle}
                  onClick={() => {
                    giveBackFocus();
                    onAction(toast.id);
                  }}
                >
                  {toast.action.label}
                </button>
              ) : null}
              {toast.clearable === false ? null : (
                <button
                  type="button"
                  aria-label={`Dismiss: ${toast.title}`}
                  className={closeStyle}
                  onClick={() => {
                    giveBackFocus();
                    onDismiss(toast.id);
                  }}
                >
                  <X size={16} aria-hidden="true" />
                </button>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}
