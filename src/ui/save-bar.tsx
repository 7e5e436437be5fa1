import type { ReactNode } from 'react';
import { css } from '#styled/css/index.js';
import { Button } from './button.tsx';

const bar = css({
  position: 'sticky',
  bottom: '0',
  zIndex: 'sticky',
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  paddingInline: '4',
  paddingBlock: '3',
  marginBlock: '4',
  backgroundColor: 'surface.raised',
  borderRadius: 'md',
  boxShadow: 'overlay',
  animation: 'riseIn',
});
const count = css({ flex: '1', minWidth: '0', lineHeight: 'tight', fontWeight: 'medium', fontVariantNumeric: 'tabular-nums' });

export interface SaveBarProps {
  readonly changes: number;
  readonly busy?: boolean;
  /** Before Discard, such as Undo and Redo. */
  readonly children?: ReactNode;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
}

/** Stands there only while something is changed. */
export function SaveBar({ changes, busy = false, children, onDiscard, onSave }: SaveBarProps) {
  if (changes === 0 && !busy) return null;
  return (
    <section aria-label="Unsaved changes" className={bar}>
      <span className={count}>{changes === 0 ? 'Saving…' : changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`}</span>
      {children}
      <Button variant="ghost" onClick={onDiscard} aria-disabled={changes === 0 || undefined}>
        Discard
      </Button>
      <Button variant="primary" busy={busy && changes === 0} keepsFocus onClick={onSave} aria-keyshortcuts="Control+S Meta+S">
        Save
      </Button>
    </section>
  );
}
