import { Redo2, Undo2 } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { IconButton } from '#src/ui/icon-button.tsx';

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

const modifier = /mac|iphone|ipad/iu.test(navigator.userAgent) ? '⌘' : 'Ctrl';
