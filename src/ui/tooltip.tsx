import { Tooltip as Ark } from '@ark-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#styled/css/index.js';

const style = css({
  zIndex: 'popover',
  maxWidth: '[18rem]',
  paddingInline: '2.5',
  paddingBlock: '1.5',
  borderRadius: 'sm',
  fontSize: 'sm',
  lineHeight: 'snug',
  color: 'canvas',
  backgroundColor: 'text',
});

/** Describes a button or link further. No information may be in a tooltip alone. */
export function Tooltip({ text, children }: { readonly text: ReactNode; readonly children: ReactElement }) {
  return (
    <Ark.Root openDelay={400} closeDelay={100} lazyMount unmountOnExit positioning={{ strategy: 'fixed', placement: 'bottom', gutter: 6 }}>
      <Ark.Trigger asChild>{children}</Ark.Trigger>
      <Ark.Positioner>
        <Ark.Content className={style}>{text}</Ark.Content>
      </Ark.Positioner>
    </Ark.Root>
  );
}
