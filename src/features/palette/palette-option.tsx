import type { EntryKind, MarkedRange } from '#machines/palette/palette.types.ts';
import type { PaletteOption } from '#machines/palette/palette.view.ts';
import { Combobox } from '@ark-ui/react/combobox';
import { css, cx } from '#styled/css/index.js';
import { Building2, File, LayoutTemplate, PanelsTopLeft, SlidersHorizontal, Star, Zap } from 'lucide-react';
import { memo, type ReactNode } from 'react';

const row = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: { base: '12', md: '9' },
  paddingInline: '2.5',
  paddingBlock: '1.5',
  borderRadius: 'sm',
  cursor: 'pointer',
  userSelect: 'none',
  '& > svg': { flexShrink: '0', color: 'text.muted' },
});
const active = css({ backgroundColor: 'accent.subtle' });
const unavailable = css({ cursor: 'not-allowed', color: 'text.muted' });
const text = css({
  flex: '1',
  minWidth: '0',
  display: 'flex',
  flexDirection: { base: 'column', md: 'row' },
  alignItems: { md: 'baseline' },
  columnGap: '3',
});
const labelStyle = css({ flex: '1', minWidth: { md: '[40%]' }, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const pathStyle = css({
  flexShrink: '1',
  minWidth: '0',
  fontSize: 'sm',
  color: 'text.muted',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
const marked = css({ color: 'accent.text', fontWeight: 'semibold', backgroundColor: 'transparent' });

const icons: Readonly<Record<EntryKind, typeof Zap>> = {
  screen: File,
  field: SlidersHorizontal,
  website: Building2,
  block: PanelsTopLeft,
  action: Zap,
};

/** One line: icon, label with what matched, where it stands or why it can't be chosen. */
export const PaletteOptionRow = memo(
  function PaletteOptionRow({ option }: { readonly option: PaletteOption }) {
    const { label, marks, path, kind, reason, isActive, isPinned } = option;
    const Icon = isPinned ? Star : kind === 'screen' && path === 'Appearance' ? LayoutTemplate : icons[kind];
    return (
      <Combobox.Item
        item={option}
        aria-selected={isActive}
        // It can be pointed at and chosen all the same, which says why.
        aria-disabled={reason === null ? undefined : true}
        className={cx(row, isActive && active, reason !== null && unavailable)}
      >
        <Icon size={16} aria-hidden="true" />
        <span className={text}>
          <span className={labelStyle}>{withMarks(label, marks)}</span>
          <span className={pathStyle}>
            {reason ?? path}
            {isPinned ? <span> · Pinned</span> : null}
          </span>
        </span>
      </Combobox.Item>
    );
  },
  ({ option: a }, { option: b }) => a.id === b.id && a.isActive === b.isActive && a.reason === b.reason && a.marks === b.marks,
);

function withMarks(label: string, marks: readonly MarkedRange[]): ReactNode {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of marks.toSorted(([a], [b]) => a - b)) {
    if (start < at) continue;
    parts.push(
      label.slice(at, start),
      <mark key={start} className={marked}>
        {label.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return [...parts, label.slice(at)];
}
