import { Tabs as Ark } from '@ark-ui/react/tabs';
import type { ReactNode } from 'react';
import { css, cx } from '#styled/css/index.js';

const list = css({ display: 'flex', gap: '1' });
const ruled = css({ borderBottom: 'hairline', marginBottom: '5' });
const trigger = css({
  minHeight: '10',
  paddingInline: '3',
  color: 'text.muted',
  fontWeight: 'medium',
  cursor: 'pointer',
  borderRadius: 'sm',
  borderBottom: 'clear',
  '&:hover': { color: 'text' },
  '&[data-selected]': { color: 'accent.text', boxShadow: '[inset 0 -2px 0 token(colors.accent.text)]' },
  '&:focus-visible': { outline: 'focus', outlineOffset: '[-2px]' },
});
const content = css({ _focusVisible: { outline: 'focus', outlineOffset: '[4px]' } });

interface TabsProps {
  readonly label: string;
  readonly value: string;
  readonly tabs: readonly { readonly value: string; readonly label: string; readonly content: ReactNode }[];
  /** Draws the head of the page around the list of the tabs; by default the list stands above a rule. */
  readonly header?: (list: ReactNode) => ReactNode;
  readonly onChange: (value: string) => void;
}

/** Parts of a page, one of which is mounted: fields of two of them may have the same ids. */
export function Tabs({ label, value, tabs, header, onChange }: TabsProps) {
  const triggers = (
    <Ark.List aria-label={label} className={cx(list, !header && ruled)}>
      {tabs.map((tab) => (
        <Ark.Trigger key={tab.value} value={tab.value} className={trigger}>
          {tab.label}
        </Ark.Trigger>
      ))}
    </Ark.List>
  );
  return (
    <Ark.Root lazyMount unmountOnExit value={value} onValueChange={(next) => onChange(next.value)}>
      {header ? header(triggers) : triggers}
      {tabs.map((tab) => (
        <Ark.Content key={tab.value} value={tab.value} className={content}>
          {tab.content}
        </Ark.Content>
      ))}
    </Ark.Root>
  );
}
