import type { useSortable } from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { memo } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';

const handleStyle = css({
  touchAction: 'none',
  cursor: 'grab',
  _active: { cursor: 'grabbing' },
});

/** The instructions for moving by keyboard, which every handle is described by. */
export const movingHelpId = 'moving-help';

interface HandleProps {
  readonly label: string;
  readonly handleRef?: (element: HTMLElement | null) => void;
  readonly listeners?: ReturnType<typeof useSortable>['listeners'];
}

/** What a row is moved by. */
export const RowHandle = memo(function RowHandle({ label, handleRef, listeners }: HandleProps) {
  return (
    <IconButton
      {...listeners}
      ref={handleRef}
      label={`Move ${label}`}
      title="Drag to move"
      aria-describedby={movingHelpId}
      icon={<GripVertical />}
      className={handleStyle}
    />
  );
});
