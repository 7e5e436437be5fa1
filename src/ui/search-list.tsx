import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { css, cx } from '#styled/css/index.js';
import { itemStyle, listStyle } from './overlay-style.ts';
import { Spinner } from './spinner.tsx';

const head = css({ display: 'flex', alignItems: 'center', gap: '2', paddingInline: '3', borderBottom: 'hairline', color: 'text.muted' });
const inputStyle = css({
  flex: '1',
  minWidth: '0',
  minHeight: '10',
  color: 'text',
  backgroundColor: 'transparent',
  fontSize: { base: 'md', _coarse: 'lg' },
  // The list below shows where the keyboard is.
  '&:focus-visible': { outline: 'none' },
});
const text = css({ flex: '1', minWidth: '0' });
const sub = css({
  display: 'block',
  fontSize: 'sm',
  color: 'text.muted',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
const message = css({ paddingInline: '3', paddingBlock: '4', color: 'text.muted', textAlign: 'center' });
const below = css({ paddingBlock: '2', fontSize: 'sm', borderTop: 'hairline' });
const footStyle = css({ padding: '1', borderTop: 'hairline' });
const current = css({ fontWeight: 'semibold' });

export interface SearchListItem {
  readonly id: string;
  readonly label: string;
  readonly sub?: string;
  readonly current?: boolean;
}

export interface SearchListProps {
  readonly label: string;
  readonly query: string;
  readonly items: readonly SearchListItem[];
  readonly loading?: boolean;
  /** Instead of the list: nothing found, or a failure. Below it: that there is more. */
  readonly message?: ReactNode;
  readonly footer?: ReactNode;
  /** Where it opens by a click whose button goes with it, nothing else hands it the focus. */
  readonly focusOnOpen?: boolean;
  readonly onQuery: (query: string) => void;
  readonly onChoose: (id: string) => void;
}

/** A search box over a list that the caller filters; arrows move, Enter chooses. Put it into a popover or a dialog. */
export function SearchList(props: SearchListProps) {
  const { label, query, items, loading = false, message: words, footer, focusOnOpen = false, onQuery, onChoose } = props;
  const base = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusOnOpen) input.current?.focus({ preventScroll: true });
  }, [focusOnOpen]);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === highlighted),
  );
  const active = items[at];
  const optionId = (id: string): string => `${base}-${id}`;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || items.length === 0) return;
    const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = items[Math.min(items.length - 1, Math.max(0, to))];
      if (!next) return;
      setHighlighted(next.id);
      document.getElementById(optionId(next.id))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      onChoose(active.id);
    }
  };

  return (
    <div>
      <div className={head}>
        <Search size={16} aria-hidden="true" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={`${base}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active.id) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={label}
          className={inputStyle}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {loading ? <Spinner /> : null}
      </div>
      <div
        id={`${base}-list`}
        role="listbox"
        aria-label={label}
        aria-busy={loading || undefined}
        className={items.length > 0 ? listStyle : undefined}
      >
        {items.map((item) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works in the combobox above
          <div
            key={item.id}
            id={optionId(item.id)}
            role="option"
            tabIndex={-1}
            aria-selected={item.current ?? false}
            data-highlighted={item === active ? '' : undefined}
            className={cx(itemStyle, item.current && current)}
            onMouseMove={() => setHighlighted(item.id)}
            // The keyboard stays with the search box: where several are chosen, the line that was clicked goes.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(item.id)}
          >
            <span className={text}>
              {item.label}
              {item.sub ? <span className={sub}>{item.sub}</span> : null}
            </span>
            {item.current ? <Check aria-hidden="true" /> : null}
          </div>
        ))}
      </div>
      {words ? (
        <div role="status" className={cx(message, items.length > 0 && below)}>
          {words}
        </div>
      ) : null}
      {footer ? <div className={footStyle}>{footer}</div> : null}
    </div>
  );
}
