import { Popover as Ark } from '@ark-ui/react/popover';
import { Portal } from '@ark-ui/react/portal';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { css, cx } from '#styled/css/index.js';
import { focusedWithin } from './focus-field.ts';
import { floatStyle } from './overlay-style.ts';

const style = css({ width: '[min(22rem, calc(100vw - 2rem))]', overflow: 'hidden' });

export interface PopoverProps {
  readonly trigger: ReactElement;
  readonly label: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** By default the first control. */
  readonly initialFocus?: () => HTMLElement | null;
  /** Once it is closed; by default the button. */
  readonly finalFocus?: () => HTMLElement | null;
  readonly children: ReactNode;
}

export function Popover({ trigger, label, open, onOpenChange, initialFocus, finalFocus, children }: PopoverProps) {
  // Ark moves the focus on the way from closed to open alone: where its code loads on demand it would mount open, and leave the focus behind.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const element = useRef<HTMLDivElement>(null);
  return (
    <Ark.Root
      open={open && isMounted}
      lazyMount
      unmountOnExit
      initialFocusEl={() => focusedWithin(element.current) ?? initialFocus?.() ?? null}
      {...(finalFocus ? { finalFocusEl: finalFocus } : {})}
      positioning={{ placement: 'bottom-start', gutter: 6 }}
      onOpenChange={(details) => onOpenChange(details.open)}
    >
      <Ark.Trigger asChild>{trigger}</Ark.Trigger>
      <Portal>
        <Ark.Positioner>
          <Ark.Content ref={element} aria-label={label} className={cx(floatStyle, style)}>
            {children}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
