import { X } from 'lucide-react';
import { useRef } from 'react';
import { css, cx } from '#styled/css/index.js';

const list = css({ display: 'flex', flexWrap: 'wrap', gap: '2', listStyle: 'none', margin: '0', padding: '0' });
const chip = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minWidth: '0',
  maxWidth: 'full',
  minHeight: '8',
  paddingInlineStart: '3',
  paddingInlineEnd: '1',
  borderRadius: 'full',
  border: 'hairline',
  backgroundColor: 'surface.sunken',
  fontSize: 'sm',
});
const bare = css({ paddingInlineEnd: '3!' });
const text = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const button = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flexShrink: '0',
  width: '6',
  height: '6',
  borderRadius: 'full',
  color: 'text.muted',
  cursor: 'pointer',
  '&:hover': { color: 'text', backgroundColor: 'surface.hover' },
});

export interface Chip {
  readonly id: string;
  readonly label: string;
}

export interface ChipListProps {
  readonly label: string;
  readonly chips: readonly Chip[];
  readonly disabled?: boolean;
  readonly onRemove: (id: string) => void;
  /** Moves the focus once the last chip was removed. */
  readonly focusAfterLast: () => void;
}

/** Chosen items in their order, each with a remove button. */
export function ChipList({ label, chips, disabled = false, onRemove, focusAfterLast }: ChipListProps) {
  const root = useRef<HTMLUListElement>(null);
  const remove = (id: string, at: number): void => {
    // The button is removed with its chip, so the focus moves to the next one first.
    const buttons = [...(root.current?.querySelectorAll('button') ?? [])];
    const next = buttons[at + 1] ?? buttons[at - 1];
    if (next) next.focus();
    else focusAfterLast();
    onRemove(id);
  };
  return (
    <ul ref={root} aria-label={label} className={list}>
      {chips.map((each, at) => (
        <li key={each.id} className={cx(chip, disabled && bare)}>
          <span className={text} title={each.label}>
            {each.label}
          </span>
          {disabled ? null : (
            <button type="button" className={button} aria-label={`Remove ${each.label}`} onClick={() => remove(each.id, at)}>
              <X size={14} aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
