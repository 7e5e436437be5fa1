import { Select as Ark, createListCollection } from '@ark-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { css, cx } from '#styled/css/index.js';
import { control } from './control-style.ts';
import { fieldIds } from './field-ids.ts';
import { floatStyle, itemStyle, listStyle } from './overlay-style.ts';

const trigger = css(control, {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  textAlign: 'start',
  cursor: 'pointer',
});
const valueStyle = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const placeholderStyle = css({ color: 'text.muted' });
const chevron = css({ flexShrink: '0', color: 'text.muted' });
const text = css({ flex: '1', minWidth: '0' });
const wide = css({ width: '[var(--reference-width)]', minWidth: '[10rem]' });

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  /** The trigger's id; `{id}-label` names it. */
  readonly id: string;
  readonly value: string | null;
  readonly options: readonly SelectOption[];
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-required'?: true | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

export function Select({ id, value, options, placeholder = 'Choose…', disabled, onChange, onBlur, ...aria }: SelectProps) {
  const collection = useMemo(() => createListCollection({ items: [...options] }), [options]);
  const chosen = options.find((option) => option.value === value);
  return (
    <Ark.Root
      ids={{ trigger: id, label: fieldIds(id).label }}
      collection={collection}
      value={chosen ? [chosen.value] : []}
      disabled={disabled}
      lazyMount
      unmountOnExit
      positioning={{ strategy: 'fixed', sameWidth: true, gutter: 4 }}
      onValueChange={(details) => {
        const next = details.value[0];
        if (next !== undefined) onChange(next);
      }}
      onOpenChange={(details) => {
        if (!details.open) onBlur?.();
      }}
    >
      <Ark.Control>
        <Ark.Trigger {...aria} className={trigger}>
          <span className={cx(valueStyle, chosen ? undefined : placeholderStyle)}>{chosen?.label ?? placeholder}</span>
          <ChevronDown size={16} aria-hidden="true" className={chevron} />
        </Ark.Trigger>
      </Ark.Control>
      <Ark.Positioner>
        <Ark.Content className={cx(floatStyle, listStyle, wide)}>
          {options.map((option) => (
            <Ark.Item key={option.value} item={option} className={itemStyle}>
              <Ark.ItemText className={text}>{option.label}</Ark.ItemText>
              <Ark.ItemIndicator>
                <Check aria-hidden="true" />
              </Ark.ItemIndicator>
            </Ark.Item>
          ))}
        </Ark.Content>
      </Ark.Positioner>
    </Ark.Root>
  );
}
