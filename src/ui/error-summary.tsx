import { useRef } from 'react';
import { css } from '#styled/css/index.js';
import { type Answered, useAttemptFocus } from './attempt-focus.ts';
import { Notice } from './notice.tsx';

const box = css({ borderRadius: 'md', scrollMarginBlock: '4' });
const list = css({ marginTop: '1', paddingInlineStart: '4', listStyleType: 'disc' });
// High enough that two links, one below the other, can each be clicked.
const link = css({
  display: 'inline-block',
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
  readonly answered?: Answered;
  readonly title?: string;
}

export function ErrorSummary({ errors, message = null, attempt, answered, title }: ErrorSummaryProps) {
  const element = useRef<HTMLElement>(null);
  const present = errors.length > 0 || message !== null;
  useAttemptFocus(present ? attempt : 0, answered, () => {
    element.current?.focus({ preventScroll: true });
    // A tray is always in view, and the focus would scroll the page to where the tray would be without sticking.
    if (!element.current?.closest('[data-foot-tray]')) element.current?.scrollIntoView({ block: 'nearest' });
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
                    control?.scrollIntoView({ block: 'center' });
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
