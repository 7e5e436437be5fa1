import type { HistoryView } from '#machines/settings-screen/settings-screen.history.view.ts';
import { Redo2, Undo2 } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { IconButton } from '#src/ui/icon-button.tsx';

const row = css({ display: 'inline-flex', gap: '1' });

interface HistoryButtonsProps {
  readonly history: HistoryView;
  /** In the bar, where there is little room. */
  readonly small?: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** They stay when there is nothing to do, so that nothing moves; the tooltip says what they would do. */
export function HistoryButtons({ history, small = false, onUndo, onRedo }: HistoryButtonsProps) {
  return (
    <span className={row}>
      <IconButton
        label="Undo"
        size={small ? 'small' : 'medium'}
        icon={<Undo2 />}
        title={history.undo === null ? 'Nothing to undo' : `Undo: ${history.undo} (${modifier}+Z)`}
        aria-keyshortcuts="Control+Z Meta+Z"
        aria-disabled={history.undo === null || undefined}
        onClick={onUndo}
      />
      <IconButton
        label="Redo"
        size={small ? 'small' : 'medium'}
        icon={<Redo2 />}
        title={history.redo === null ? 'Nothing to redo' : `Redo: ${history.redo} (${modifier}+Shift+Z)`}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z Control+Y"
        aria-disabled={history.redo === null || undefined}
        onClick={onRedo}
      />
    </span>
  );
}

const modifier = /mac|iphone|ipad/iu.test(navigator.userAgent) ? '⌘' : 'Ctrl';
