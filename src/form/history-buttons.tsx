import { Redo2, Undo2 } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { IconButton } from '#src/ui/icon-button.tsx';
import { modifier } from '#src/ui/modifier.ts';
import type { HistoryView } from '#machines/settings-screen/settings-screen.view.ts';
import { useEffect } from 'react';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';

const row = css({ display: 'inline-flex', gap: '1' });

interface HistoryButtonsProps {
  /** What it would take back, or do again; null where there is nothing. */
  readonly undo: string | null;
  readonly redo: string | null;
  /** In the bar, where there is little room. */
  readonly small?: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** They stay when there is nothing to do, so that nothing moves; the tooltip says what they would do. */
export function HistoryButtons({ undo, redo, small = false, onUndo, onRedo }: HistoryButtonsProps) {
  return (
    <span className={row}>
      <IconButton
        label="Undo"
        size={small ? 'small' : 'medium'}
        icon={<Undo2 />}
        title={undo === null ? 'Nothing to undo' : `Undo: ${undo} (${modifier}+Z)`}
        aria-keyshortcuts="Control+Z Meta+Z"
        aria-disabled={undo === null || undefined}
        onClick={onUndo}
      />
      <IconButton
        label="Redo"
        size={small ? 'small' : 'medium'}
        icon={<Redo2 />}
        title={redo === null ? 'Nothing to redo' : `Redo: ${redo} (${modifier}+Shift+Z)`}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        aria-disabled={redo === null || undefined}
        onClick={onRedo}
      />
    </span>
  );
}

/** Says what was undone or redone, and brings it into view; the focus stays where it is. */
export function HistoryAnnouncer({ announcement }: { readonly announcement: HistoryView['told'] }) {
  const key = announcement?.keys[0];
  const count = announcement?.count ?? 0;
  useEffect(() => {
    // Once for each undo, of the same field too.
    if (key === undefined || count === 0) return;
    (document.querySelector(`[data-field="${CSS.escape(key)}"]`) ?? document.getElementById(key))?.scrollIntoView({ block: 'nearest' });
  }, [key, count]);
  return (
    <div role="status" className={visuallyHidden}>
      {announcement === null ? null : <span key={announcement.count}>{announcement.text}</span>}
    </div>
  );
}
