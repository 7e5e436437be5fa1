import { Eye, EyeOff, Pencil } from 'lucide-react';
import type { BlockRow as Row } from '#machines/homepage/homepage.view.types.ts';
import { describePending } from '#machines/save-words.ts';
import { css, cx } from '#styled/css/index.js';
import { memo } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { pendingMarks } from '#src/ui/pending-marks.ts';
import { RowMenu } from './row-menu.tsx';
import { type BlockRowProps, sameProps } from './row-props.ts';

const body = css({ flex: '1', minWidth: '0', display: 'flex', alignItems: 'center', gap: '1' });
const words = css({ flex: '1', minWidth: '0', display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2' });
const marks = css({ display: 'inline-flex', alignItems: 'center', gap: '2' });
const labelStyle = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 'medium' });
const hiddenLabel = css({ color: 'text.muted' });
const mark = css({ display: 'inline-flex', flexShrink: '0', color: 'text.muted' });
const problem = css({ color: 'warning.text' });

/** What every row has: the block's name, and what can be done with it. */
export const RowBody = memo(function RowBody({ row, actions }: BlockRowProps) {
  const { id, label, hidden } = row;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: where the pointer or the focus is shows in the preview; nothing is operated by it
    <div
      className={body}
      onPointerEnter={() => actions.hover(id)}
      onPointerLeave={() => actions.hover(null)}
      onFocus={() => actions.hover(id)}
      onBlur={() => actions.hover(null)}
    >
      <span className={words}>
        <span className={cx(labelStyle, hidden && hiddenLabel)} title={label}>
          {label}
        </span>
        <span className={marks}>
          {hidden ? <Badge>Hidden</Badge> : null}
          <Waiting mark={row.waiting} />
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
      <RowMenu row={row} actions={actions} />
    </div>
  );
}, sameProps);

const saving = { ...pendingMarks.pending, text: 'Saving…' };

function Waiting({ mark: waiting }: { readonly mark: Row['waiting'] }) {
  if (waiting === null) return null;
  const { Icon, text } = waiting.isSending && !waiting.reason ? saving : pendingMarks[waiting.status];
  const why = waiting.reason ? describePending(waiting.reason) : waiting.message;
  const told = why ? `${text}. ${why}` : text;
  return (
    <span role="img" aria-label={told} title={told} className={cx(mark, waiting.status !== 'pending' && problem)}>
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}
