import { type ReactNode, useCallback, useRef, useState } from 'react';
import { css } from '#styled/css/index.js';
import { Button } from './button.tsx';
import { focusHeading } from './focus-field.ts';
import { footBar } from './foot-bar.ts';

// In a tray that is at the foot of the window itself.
const bar = css(footBar, { position: 'static', flexWrap: 'nowrap' });
// As wide as its longest text, and the room of Save is kept: Discard stays in its place when the number changes, and Save comes or goes. A
// phone has no room for that: there Undo and Redo come and go on the other side of Discard.
const count = css({
  flex: { base: '1', md: '[0 1 10rem]' },
  minWidth: '0',
  lineHeight: 'tight',
  fontWeight: 'medium',
  fontVariantNumeric: 'tabular-nums',
});
const discard = css({ display: 'flex', flexShrink: '0', order: { mdDown: '1' } });
const savePlace = css({
  display: 'flex',
  flexShrink: '0',
  marginInlineStart: 'auto',
  order: { mdDown: '2' },
  '&[data-hidden]': { visibility: 'hidden' },
});

export interface SaveBarProps {
  readonly changes: number;
  readonly busy?: boolean;
  /** What it saves, for the button's name. */
  readonly what: string;
  /** Another Save is visible: the bar leaves out its own. */
  readonly isSaveInView?: boolean;
  /** Another Undo and Redo are. */
  readonly isHistoryInView?: boolean;
  /** Behind Discard, such as Undo and Redo. */
  readonly children?: ReactNode;
  /** Null where another Discard is visible. */
  readonly onDiscard: (() => void) | null;
  readonly onSave: () => void;
}

const nothing = { save: false, history: false };

/** Shown only while there are unsaved changes. Its place is a `FootTray`, which keeps its room. */
export function SaveBar({
  changes,
  what,
  busy = false,
  isSaveInView = false,
  isHistoryInView = isSaveInView,
  children,
  onDiscard,
  onSave,
}: SaveBarProps) {
  const [focused, setFocused] = useState(nothing);
  const cameFrom = useRef<EventTarget | null>(null);
  /** The pressed button goes with the bar, and fires no blur event then. */
  const giveBackFocus = useCallback((section: HTMLElement | null) => {
    if (section === null) return undefined;
    return () => {
      if (!section.contains(document.activeElement)) return;
      setFocused(nothing);
      // A pointer needs no focus, and in a text field it would open a phone's keyboard.
      if (!document.activeElement?.matches(':focus-visible')) return;
      const { current: before } = cameFrom;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      else focusHeading();
    };
  }, []);
  if (changes === 0 && !busy) return null;
  const countText = changes === 0 ? 'Saving…' : changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`;
  // A button that has the focus is not removed.
  const hasSave = !isSaveInView || focused.save;
  const hasHistory = !isHistoryInView || focused.history;
  return (
    <section
      ref={giveBackFocus}
      aria-label="Unsaved changes"
      className={bar}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget && currentTarget.contains(relatedTarget))) cameFrom.current = relatedTarget;
        setFocused({ save: hasSave, history: hasHistory });
      }}
      onBlur={() => setFocused(nothing)}
    >
      <span className={count}>{countText}</span>
      {onDiscard ? (
        <span className={discard}>
          <Button variant="ghost" onClick={onDiscard} aria-disabled={changes === 0 || undefined}>
            Discard
          </Button>
        </span>
      ) : null}
      {hasHistory ? children : null}
      <span className={savePlace} data-hidden={hasSave ? undefined : ''}>
        <Button
          variant="primary"
          busy={busy && changes === 0}
          keepsFocus
          onClick={onSave}
          aria-label={`Save ${what}: ${countText}`}
          aria-keyshortcuts="Control+S Meta+S"
        >
          Save
        </Button>
      </span>
    </section>
  );
}
