import { Combobox as Ark, createListCollection } from '@ark-ui/react/combobox';
import { Check, Search, Star } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { css, cx } from '#styled/css/index.js';
import { Button } from './button.tsx';
import { Kbd } from './kbd.tsx';
import { itemStyle, listStyle } from './overlay-style.ts';
import { shortcutOf } from './shortcut.ts';
import { Spinner } from './spinner.tsx';
import { visuallyHidden } from './visually-hidden.ts';

const head = css({ display: 'flex', alignItems: 'center', gap: '2', paddingInline: '3', borderBottom: 'hairline', color: 'text.muted' });
const inputStyle = css({
  flex: '1',
  minWidth: '0',
  minHeight: '10',
  color: 'text',
  backgroundColor: 'transparent',
  fontSize: { base: 'md', _coarse: 'lg' },
  // The highlighted option in the list shows where the keyboard is.
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
const starStyle = css({
  display: 'inline-flex',
  padding: '1',
  margin: '-1',
  borderRadius: 'sm',
  '&:hover svg': { color: 'text' },
  '&[data-pinned] svg': { color: 'accent.text', fill: 'current' },
});
const pinStyle = css({ '& > span': { flex: '1', justifyContent: 'space-between' } });
const current = css({ fontWeight: 'semibold' });

export interface SearchListItem {
  readonly id: string;
  readonly label: string;
  readonly sub?: string;
  readonly icon?: ReactNode;
  readonly current?: boolean;
  /** Stands at its top: marked by a star. */
  readonly pinned?: boolean;
}

export interface SearchListProps {
  readonly label: string;
  readonly query: string;
  readonly items: readonly SearchListItem[];
  readonly loading?: boolean;
  /** Shown instead of an empty list (nothing found, a failure), or below a list that has more than is shown. */
  readonly message?: ReactNode;
  readonly footer?: ReactNode;
  /** Takes the focus when it opens: for where the button that opened it is removed, and nothing else moves the focus here. */
  readonly focusOnOpen?: boolean;
  /** Shows a star at each row; below the list is a button for the row that the keyboard is on, which Alt+P presses. */
  readonly onPin?: (id: string) => void;
  readonly onQuery: (query: string) => void;
  readonly onChoose: (id: string) => void;
}

/** A search box over a list that the caller filters; arrows move, Enter chooses. Put it into a popover or a dialog. */
export function SearchList(props: SearchListProps) {
  const { label, query, items, loading = false, message: messageText, footer, focusOnOpen = false, onPin, onQuery, onChoose } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusOnOpen) input.current?.focus({ preventScroll: true });
  }, [focusOnOpen]);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const collection = useMemo(
    () => createListCollection({ items, itemToValue: ({ id }) => id, itemToString: ({ label: name }) => name }),
    [items],
  );
  const activeId = collection.has(highlighted) ? highlighted : collection.firstValue;
  const active = items.find(({ id }) => id === activeId);
  return (
    <Ark.Root
      collection={collection}
      // The popover or dialog around it opens and closes.
      open
      disableLayer
      closeOnSelect={false}
      openOnClick={false}
      // No item stays selected: the caller handles each choice.
      value={[]}
      inputValue={query}
      selectionBehavior="preserve"
      highlightedValue={activeId}
      onHighlightChange={({ highlightedValue }) => setHighlighted((before) => highlightedValue ?? before)}
      onInputValueChange={({ inputValue, reason }) => {
        if (reason === 'input-change') onQuery(inputValue);
      }}
      onSelect={({ itemValue }) => onChoose(itemValue)}
    >
      <Ark.Label className={visuallyHidden}>{label}</Ark.Label>
      <div className={head}>
        <Search size={16} aria-hidden="true" />
        <Ark.Input
          ref={input}
          placeholder={label}
          className={inputStyle}
          onKeyDown={(event) => {
            // A Mac types a letter of its own with Alt: the same on each Latin layout.
            const isPin = shortcutOf(event.nativeEvent) === 'alt+p' || (event.altKey && event.key === 'π');
            if (!onPin || !active || !isPin) return;
            event.preventDefault();
            onPin(active.id);
          }}
        />
        {loading ? <Spinner /> : null}
      </div>
      <Ark.Content aria-busy={loading || undefined} className={items.length > 0 ? listStyle : undefined}>
        {items.map((item) => (
          <Ark.Item key={item.id} item={item} aria-selected={item.current ?? false} className={cx(itemStyle, item.current && current)}>
            {item.icon}
            <span className={text}>
              {item.label}
              {item.sub ? <span className={sub}>{item.sub}</span> : null}
            </span>
            {item.pinned ? <span className={visuallyHidden}>, pinned</span> : null}
            {item.current ? <Check aria-hidden="true" /> : null}
            {onPin ? (
              // For the pointer alone: an option holds no button. The keyboard has the one below.
              <span
                aria-hidden="true"
                title={item.pinned ? 'Unpin' : 'Pin'}
                className={starStyle}
                data-pinned={item.pinned ? '' : undefined}
                onPointerDown={(event) => event.preventDefault()}
                onClick={(event) => {
                  event.stopPropagation();
                  onPin(item.id);
                }}
              >
                <Star />
              </span>
            ) : null}
          </Ark.Item>
        ))}
      </Ark.Content>
      {messageText ? (
        <div role="status" className={cx(message, items.length > 0 && below)}>
          {messageText}
        </div>
      ) : null}
      {onPin && active ? (
        <div className={footStyle}>
          <Button variant="ghost" block keepsFocus className={pinStyle} aria-keyshortcuts="Alt+P" onClick={() => onPin(active.id)}>
            {`${active.pinned ? 'Unpin' : 'Pin'} ${active.label}`}
            <Kbd>Alt P</Kbd>
          </Button>
        </div>
      ) : null}
      {footer ? <div className={footStyle}>{footer}</div> : null}
    </Ark.Root>
  );
}
