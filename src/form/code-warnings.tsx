import { useRef } from 'react';
import type { CodeWarning } from '#machines/settings-screen/settings-screen.view.ts';
import { type FocusedAttempt, useAttemptFocus } from '#src/ui/attempt-focus.ts';
import { Button } from '#src/ui/button.tsx';
import { focusField } from '#src/ui/focus-field.ts';
import { Notice } from '#src/ui/notice.tsx';
import { css } from '#styled/css/index.js';

const box = css({ borderRadius: 'md' });
const list = css({ marginTop: '1', paddingInlineStart: '4', listStyleType: 'disc' });
const link = css({
  // The bullet is beside its first line.
  verticalAlign: 'top',
  paddingBlock: '0.5',
  textAlign: 'start',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
  cursor: 'pointer',
});
/** A single missing bracket can cause any number of problems after it. */
const mostShown = 3;

export interface CodeWarningsProps {
  readonly warnings: readonly CodeWarning[];
  /** Counts the saves that were held; the warning takes the focus when it changes. 0: another message has it. */
  readonly attempt: number;
  readonly answered: FocusedAttempt;
  readonly onSaveAnyway: () => void;
}

/** After a Save of code that does not parse: where, and the way to save it as it is. */
export function CodeWarnings({ warnings, attempt, answered, onSaveAnyway }: CodeWarningsProps) {
  const element = useRef<HTMLElement>(null);
  useAttemptFocus(attempt, answered, () => element.current?.focus());
  const [first] = warnings;
  return (
    <section ref={element} tabIndex={-1} className={box} data-error-summary="" aria-label="Code that does not parse">
      <Notice
        tone="warning"
        title={warnings.length === 1 && first ? `${first.label} does not parse` : 'Some code does not parse'}
        actions={
          <Button
            size="small"
            onClick={() => {
              onSaveAnyway();
              // The button goes with the warning.
              if (first) focusField(first.key);
            }}
          >
            Save anyway
          </Button>
        }
      >
        Nothing is saved yet. Correct it, or save once more to keep it as it is.
        <ul className={list}>
          {warnings.map(({ key, label, problems }) => {
            const more = problems.length - mostShown;
            return problems.slice(0, mostShown).map(({ line, column, message }, at) => (
              <li key={`${key} ${line} ${column} ${message}`}>
                <button type="button" className={link} onClick={() => focusField(key)}>
                  {`${label}, line ${line}, column ${column}: ${message}${at === mostShown - 1 && more > 0 ? ` And ${more} more.` : ''}`}
                </button>
              </li>
            ));
          })}
        </ul>
      </Notice>
    </section>
  );
}
