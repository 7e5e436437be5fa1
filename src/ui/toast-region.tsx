import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { css, cva } from '#styled/css/index.js';
import { focusHeading } from './focus-field.ts';
import { useFreePlaces } from './use-free-places.ts';

const toastStyle = cva({
  base: {
    // Over the page, and below dialogs, drawers and menus.
    position: 'fixed',
    zIndex: 'toast',
    pointerEvents: 'none',
    // The text below the title has the whole width, beside the icon: a lower toast finds a free place more often.
    display: 'grid',
    gridTemplateColumns: '[auto minmax(0, 1fr) auto auto]',
    columnGap: '3',
    paddingInline: '4',
    paddingBlock: '3',
    color: 'text',
    backgroundColor: 'surface.raised',
    borderRadius: 'md',
    boxShadow: 'overlay',
    animation: 'riseIn',
    '& > svg': { flexShrink: '0', marginTop: '0.5' },
    // Its action has a row of its own.
    '&[data-layout=narrow]': { gridTemplateColumns: '[minmax(0, 1fr) auto]', columnGap: '1', padding: '2', '& > svg': { display: 'none' } },
    '&[data-layout=line]': { columnGap: '2', paddingInline: '3', paddingBlock: '1' },
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
const body = css({
  display: 'contents',
  overflowWrap: 'anywhere',
  '[data-layout=line] &': { display: 'block', gridColumn: '2', truncate: true },
});
const titleStyle = css({
  gridColumn: '2',
  gridRow: '1',
  fontWeight: 'semibold',
  '[data-layout=narrow] &': { gridColumn: '1' },
  '[data-layout=line] &': { display: 'inline' },
});
const contentStyle = css({
  gridColumn: '[2 / -1]',
  gridRow: '2',
  color: 'text.muted',
  '[data-layout=narrow] &': { gridColumn: '[1 / -1]', fontSize: 'sm' },
  '[data-layout=line] &': { display: 'inline', marginInlineStart: '2' },
});
const buttonStyle = css.raw({
  gridRow: '1',
  alignSelf: 'flex-start',
  borderRadius: 'sm',
  cursor: 'pointer',
  pointerEvents: 'auto',
  _hover: { backgroundColor: 'surface.hover' },
});
const closeStyle = css(buttonStyle, {
  // The last column.
  gridColumnEnd: '-1',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '6',
  height: '6',
  color: 'text.muted',
  _hover: { color: 'text' },
});
const actionStyle = css(buttonStyle, {
  gridColumn: '3',
  minHeight: '6',
  paddingInline: '2',
  fontWeight: 'semibold',
  color: 'accent.text',
  '[data-layout=narrow] &': { gridColumn: '1', gridRow: '3', justifySelf: 'start', marginInlineStart: '-2' },
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

/** Render it even without toasts: screen readers do not announce a live region that is added together with its text. */
export function ToastRegion({ label = 'Notifications', toasts, onDismiss, onAction, onHold, onRelease }: ToastRegionProps) {
  const element = useRef<HTMLElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  const places = useFreePlaces(element, toasts);
  const present = toasts.length > 0;
  const hold = useEffectEvent(() => onHold('pointer'));
  const release = useEffectEvent(() => onRelease('pointer'));

  // A toast lets clicks through to the button below it, so it gets no pointer events itself: the page's are compared with its box.
  useEffect(() => {
    if (!present) return undefined;
    let over = false;
    const follow = ({ clientX: x, clientY: y, pointerType }: PointerEvent): void => {
      let now = false;
      for (const toast of element.current?.querySelectorAll('[data-toast]') ?? []) {
        const box = toast.getBoundingClientRect();
        const isOn = pointerType === 'mouse' && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
        toast.toggleAttribute('data-pointed', isOn);
        now ||= isOn;
      }
      if (now === over) return;
      over = now;
      if (now) hold();
      else release();
    };
    window.addEventListener('pointermove', follow, { passive: true });
    return () => {
      window.removeEventListener('pointermove', follow);
      if (over) release();
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
      aria-label={label}
      // An open dialog hides the page from screen readers, except elements with this attribute.
      data-live-announcer=""
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget && currentTarget.contains(relatedTarget))) cameFrom.current = relatedTarget;
        onHold('focus');
      }}
      onBlur={() => onRelease('focus')}
    >
      <div role="log" aria-live="polite" aria-relevant="additions" className={css({ display: 'contents' })}>
        {toasts.map((toast) => {
          const Icon = icons[toast.type];
          const place = places.get(toast.id);
          return (
            <div
              key={toast.id}
              data-toast={toast.id}
              data-layout={place?.layout ?? 'roomy'}
              className={toastStyle({ type: toast.type })}
              style={place && { left: place.left, top: place.top, width: place.width }}
            >
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
