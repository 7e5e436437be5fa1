import { type ReactNode, useState } from 'react';
import { css } from '#styled/css/index.js';
import { Button } from './button.tsx';
import { footBar } from './foot-bar.ts';

// In a tray that is at the foot of the window itself.
const bar = css(footBar, { position: 'static', flexWrap: 'nowrap' });
const count = css({ flex: '1', minWidth: '0', lineHeight: 'tight', fontWeight: 'medium', fontVariantNumeric: 'tabular-nums' });

export interface SaveBarProps {
  readonly changes: number;
  readonly busy?: boolean;
  /** Another Save is visible, and with it Undo and Redo: the bar leaves out its own. */
  readonly isSaveInView?: boolean;
  /** Before Discard, such as Undo and Redo. */
  readonly children?: ReactNode;
  /** Null where another Discard is visible. */
  readonly onDiscard: (() => void) | null;
  readonly onSave: () => void;
}

/** Shown only while there are unsaved changes. Its place is a `FootTray`, which keeps its room. */
export function SaveBar({ changes, busy = false, isSaveInView = false, children, onDiscard, onSave }: SaveBarProps) {
  const [isFocused, setFocused] = useState(false);
  if (changes === 0 && !busy) return null;
  // A button that has the focus is not removed.
  const isWhole = !isSaveInView || isFocused;
  return (
    <section aria-label="Unsaved changes" className={bar} onFocus={() => setFocused(isWhole)} onBlur={() => setFocused(false)}>
      <span className={count}>{changes === 0 ? 'Saving…' : changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`}</span>
      {isWhole ? children : null}
      {onDiscard ? (
        <Button variant="ghost" onClick={onDiscard} aria-disabled={changes === 0 || undefined}>
          Discard
        </Button>
      ) : null}
      {isWhole ? (
        <Button variant="primary" busy={busy && changes === 0} keepsFocus onClick={onSave} aria-keyshortcuts="Control+S Meta+S">
          Save
        </Button>
      ) : null}
    </section>
  );
}
