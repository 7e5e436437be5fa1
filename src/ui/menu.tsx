import { Menu as Ark } from '@ark-ui/react/menu';
import { Check } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { css, cx } from '#styled/css/index.js';
import { Kbd } from './kbd.tsx';
import { dangerItemStyle, floatStyle, itemStyle, menuStyle } from './overlay-style.ts';

const width = css({ minWidth: '[12rem]', maxWidth: '[min(22rem, 90vw)]' });
const separator = css({ height: '[1px]', marginBlock: '1', border: 'none', backgroundColor: 'border' });
const heading = css({ paddingInline: '2.5', paddingBlock: '1.5', fontSize: 'sm', color: 'text.muted' });
const choiceLabel = css({ paddingInline: '2.5', paddingTop: '1', fontSize: 'sm', fontWeight: 'medium', color: 'text.muted' });
const text = css({ flex: '1', minWidth: '0' });
/** A device that is touched has no keys, as a rule. */
const keys = css({ display: { _coarse: 'none' } });
const sub = css({ display: 'block', fontSize: 'sm', color: 'text.muted' });

export interface MenuItem {
  readonly id: string;
  readonly label: ReactNode;
  readonly sub?: ReactNode;
  /** The keys that do the same, at the end of its line. */
  readonly keys?: string;
  readonly icon?: ReactNode;
  readonly tone?: 'danger';
  readonly disabled?: boolean;
  readonly separated?: boolean;
  /** Opens in a new tab. */
  readonly href?: string;
  readonly onSelect?: () => void;
}

export interface MenuChoice<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon: ReactNode }[];
  readonly onChange: (value: Value) => void;
}

export interface MenuProps<Value extends string> {
  /** The button that opens it; takes a ref and props. */
  readonly trigger: ReactElement;
  readonly heading?: ReactNode;
  readonly items: readonly MenuItem[];
  /** One choice of a few, above the items; the menu stays open after a choice. */
  readonly choice?: MenuChoice<Value>;
  readonly align?: 'start' | 'end';
  readonly defaultOpen?: boolean;
  /** The item that is highlighted when the menu opens. */
  readonly defaultHighlighted?: string;
}

/** Rendered beside its button, so inside the same landmark, and not at the end of the page. */
export function Menu<Value extends string>({
  trigger,
  heading: title,
  items,
  choice,
  align = 'end',
  defaultOpen = false,
  defaultHighlighted,
}: MenuProps<Value>) {
  return (
    <Ark.Root
      defaultOpen={defaultOpen}
      {...(defaultHighlighted === undefined ? {} : { defaultHighlightedValue: defaultHighlighted })}
      lazyMount
      unmountOnExit
      positioning={{ strategy: 'fixed', placement: align === 'end' ? 'bottom-end' : 'bottom-start', gutter: 6 }}
      onSelect={({ value }) => items.find((item) => item.id === value)?.onSelect?.()}
    >
      <Ark.Trigger asChild>{trigger}</Ark.Trigger>
      <Ark.Positioner>
        <Ark.Content className={cx(floatStyle, menuStyle, width)}>
          {title ? <div className={heading}>{title}</div> : null}
          {choice ? <Choice choice={choice} /> : null}
          {items.map((item) => (
            <Fragment key={item.id}>
              {item.separated ? <Ark.Separator className={separator} /> : null}
              <Item item={item} />
            </Fragment>
          ))}
        </Ark.Content>
      </Ark.Positioner>
    </Ark.Root>
  );
}

function Choice<Value extends string>({ choice: { label, value, options, onChange } }: { readonly choice: MenuChoice<Value> }) {
  const choose = (chosen: string): void => {
    const option = options.find((one) => one.value === chosen);
    if (option) onChange(option.value);
  };
  return (
    <Ark.RadioItemGroup value={value} onValueChange={(next) => choose(next.value)}>
      <Ark.ItemGroupLabel className={choiceLabel}>{label}</Ark.ItemGroupLabel>
      {options.map((option) => (
        <Ark.RadioItem key={option.value} value={option.value} closeOnSelect={false} className={itemStyle}>
          {option.icon}
          <Ark.ItemText className={text}>{option.label}</Ark.ItemText>
          <Ark.ItemIndicator>
            <Check aria-hidden="true" />
          </Ark.ItemIndicator>
        </Ark.RadioItem>
      ))}
      <Ark.Separator className={separator} />
    </Ark.RadioItemGroup>
  );
}

function Item({ item }: { readonly item: MenuItem }) {
  const content = (
    <>
      {item.icon}
      <span className={text}>
        {item.label}
        {item.sub ? <span className={sub}>{item.sub}</span> : null}
      </span>
      {item.keys ? (
        <span className={keys}>
          <Kbd>{item.keys}</Kbd>
        </span>
      ) : null}
    </>
  );
  return (
    <Ark.Item
      value={item.id}
      disabled={item.disabled}
      className={item.tone === 'danger' ? dangerItemStyle : itemStyle}
      asChild={Boolean(item.href)}
    >
      {item.href ? (
        <a href={item.href} target="_blank" rel="noopener noreferrer">
          {content}
        </a>
      ) : (
        content
      )}
    </Ark.Item>
  );
}
