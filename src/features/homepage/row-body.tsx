import { Copy, CopyPlus, Eye, EyeOff, ListPlus, Pencil, Trash2 } from 'lucide-react';
import type { BlockRow as Row } from '#machines/homepage/homepage.view.ts';
import { describePending } from '#machines/save-messages.ts';
import { css, cx } from '#styled/css/index.js';
import { memo } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { MenuItem } from '#src/ui/menu.tsx';
import { pendingMarks, useMark } from '#src/ui/pending-marks.ts';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { moveItems } from '#src/ui/move-items.tsx';
import { type BlockRowProps, type RowActions, sameProps } from './row-props.ts';

const body = css({ flex: '1', minWidth: '0', display: 'flex', alignItems: 'center', gap: '1' });
const heading = css({ flex: '1', minWidth: '0', display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2' });
const marks = css({ display: 'inline-flex', alignItems: 'center', gap: '2' });
const labelStyle = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 'medium' });
const hiddenLabel = css({ color: 'text.muted' });
const mark = css({ display: 'inline-flex', flexShrink: '0', color: 'text.muted' });
const problem = css({ color: 'warning.text' });

/** The content of every row: the block's name and its actions. */
export const RowBody = memo(function RowBody({ row, actions }: BlockRowProps) {
  const { id, label, hidden } = row;
  return (
    <div className={body}>
      <span className={heading}>
        <span className={cx(labelStyle, hidden && hiddenLabel)} title={label}>
          {label}
        </span>
        <span className={marks}>
          {hidden ? <Badge>Hidden</Badge> : null}
          <PendingMark mark={row.pending} />
        </span>
      </span>
      {row.lock === null ? (
        <IconButton
          label={`Hide ${label}`}
          title={hidden ? 'Hidden. Show it again' : 'Hide'}
          aria-pressed={hidden}
          icon={hidden ? <EyeOff /> : <Eye />}
          onClick={() => actions.toggle(id)}
        />
      ) : null}
      <IconButton label={`Edit ${label}`} title="Edit" icon={<Pencil />} data-row-focus onClick={() => actions.edit(id)} />
      <RowMenu name={label} size="medium" items={() => itemsOf(row, actions)} />
    </div>
  );
}, sameProps);

const saving = { ...pendingMarks.pending, text: 'Saving…' };

function PendingMark({ mark: pending }: { readonly mark: Row['pending'] }) {
  const known = useMark(pending?.status ?? 'pending');
  if (pending === null) return null;
  const { Icon, text } = pending.isSending && !pending.reason ? saving : known;
  const why = pending.reason ? describePending(pending.reason) : pending.message;
  const label = why ? `${text}. ${why}` : text;
  return (
    <span role="img" aria-label={label} title={label} className={cx(mark, pending.status !== 'pending' && problem)}>
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}

function itemsOf(
  { id, canMoveUp, canMoveDown, lock, cannotAdd, cannotDuplicate, cannotCopy, cannotDelete }: Row,
  actions: RowActions,
): readonly MenuItem[] {
  const moves = lock === null ? moveItems({ canMoveUp, canMoveDown, onMove: (by) => actions.move(id, by) }) : [];
  const why = (reason: string | null) => ({ disabled: reason !== null, ...(reason === null ? {} : { sub: reason }) });
  return [
    ...moves,
    {
      id: 'add',
      label: 'Add a block below…',
      icon: <ListPlus aria-hidden="true" />,
      separated: moves.length > 0,
      ...why(cannotAdd),
      onSelect: () => actions.addBelow(id),
    },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <CopyPlus aria-hidden="true" />,
      ...why(cannotDuplicate),
      onSelect: () => actions.duplicate(id),
    },
    {
      id: 'copy',
      label: 'Copy to another website…',
      icon: <Copy aria-hidden="true" />,
      ...why(cannotCopy),
      onSelect: () => actions.copy(id),
    },
    {
      id: 'delete',
      label: 'Delete…',
      icon: <Trash2 aria-hidden="true" />,
      tone: 'danger',
      separated: true,
      ...why(cannotDelete),
      onSelect: () => actions.remove(id),
    },
  ];
}
