import { useRef } from 'react';
import { css } from '#styled/css/index.js';
import { type FocusedAttempt, useAttemptFocus } from './attempt-focus.ts';
import { Notice } from './notice.tsx';

// A tray cuts off what reaches over its edge.
const box = css({ borderRadius: 'md', scrollMarginBlock: '4', '[data-foot-tray] &': { outlineOffset: '[-2px]' } });
const list = css({ marginTop: '1', paddingInlineStart: '4', listStyleType: 'disc' });
// High enough that two links, one below the other, can each be clicked.
const link = css({
  display: 'inline-block',
  // The bullet is beside its first line.
  verticalAlign: 'top',
  paddingBlock: '0.5',
  color: 'danger.text',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
  cursor: 'pointer',
});

export interface FieldError {
  /** The control's id. */
  readonly id: string;
  readonly message: string;
}

export interface ErrorSummaryProps {
  readonly errors: readonly FieldError[];
  /** The message of the save as a whole, where it belongs to no single field. */
  readonly message?: string | null;
  /** Counts the failed saves; the summary takes the focus when it changes. */
  readonly attempt: number;
  readonly answered?: FocusedAttempt;
  readonly title?: string;
}

export function ErrorSummary({ errors, message = null, attempt, answered, title }: ErrorSummaryProps) {
  const element = useRef<HTMLElement>(null);
  const present = errors.length > 0 || message !== null;
  useAttemptFocus(present ? attempt : 0, answered, () => {
    const summary = element.current;
    summary?.focus({ preventScroll: true });
    const list = summary?.closest('[data-foot-tray]') ? summary.parentElement : null;
    // A tray is in view, but the page would scroll to where it would be without sticking: only its own messages scroll.
    if (summary && list) list.scrollTop = summary.offsetTop;
    else summary?.scrollIntoView({ block: 'nearest' });
  });
  if (!present) return null;
  return (
    <section ref={element} tabIndex={-1} className={box} data-error-summary="" aria-label="What needs another look">
      {errors.length === 0 ? (
        <Notice tone="danger" title="Not saved">
          {message}
        </Notice>
      ) : (
        <Notice
          tone="danger"
          title={title ?? (errors.length === 1 ? 'One field needs another look' : `${errors.length} fields need another look`)}
        >
          <ul className={list}>
            {errors.map((error) => (
              <li key={error.id}>
                <a
                  href={`#${error.id}`}
                  className={link}
                  onClick={(event) => {
                    event.preventDefault();
                    const control = document.getElementById(error.id);
                    // The middle of one that is taller than the window shows neither its label nor its message.
                    control?.scrollIntoView({ block: control.offsetHeight > window.innerHeight / 2 ? 'start' : 'center' });
                    control?.focus({ preventScroll: true });
                  }}
                >
                  {error.message}
                </a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}
