import { Redo2, Undo2 } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { IconButton } from '#src/ui/icon-button.tsx';
import { modifier } from '#src/ui/modifier.ts';
import type { HistoryView } from '#machines/settings-screen/settings-screen.history-view.ts';
import { useEffect } from 'react';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';

const row = css({ display: 'inline-flex', gap: '1' });

interface HistoryButtonsProps {
  /** Describes the change that undo, or redo, would apply; null where there is none. */
  readonly undo: string | null;
  readonly redo: string | null;
  /** For the bar, where there is little room; its names tell them apart from the heading's. */
  readonly small?: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** Always visible, so that the layout does not shift. The tooltips describe the change. */
export function HistoryButtons({ undo, redo, small = false, onUndo, onRedo }: HistoryButtonsProps) {
  return (
    <span className={row}>
      <IconButton
        label={small ? 'Undo the last change' : 'Undo'}
        size={small ? 'small' : 'medium'}
        icon={<Undo2 />}
        title={undo === null ? 'Nothing to undo' : `Undo: ${undo} (${modifier}+Z)`}
        aria-keyshortcuts="Control+Z Meta+Z"
        aria-disabled={undo === null || undefined}
        onClick={onUndo}
      />
      <IconButton
        label={small ? 'Redo the last undone change' : 'Redo'}
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

/** Announces what was undone or redone, and scrolls it into view without moving the focus. */
export function HistoryAnnouncer({ announcement }: { readonly announcement: HistoryView['announcement'] }) {
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
