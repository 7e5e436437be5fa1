import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { css, cva } from '#styled/css/index.js';
import { focusedWithin } from './focus-field.ts';
import { backdropStyle } from './overlay-style.ts';

const content = cva({
  base: {
    position: 'fixed',
    insetBlock: '0',
    zIndex: 'overlay',
    display: 'flex',
    flexDirection: 'column',
    maxWidth: '[calc(100vw - 3rem)]',
    backgroundColor: 'surface.raised',
    boxShadow: 'overlay',
    outline: 'none',
  },
  variants: {
    side: {
      start: { insetInlineStart: '0', _open: { animation: 'slideIn' } },
      end: { insetInlineEnd: '0', _open: { animation: 'fadeIn' } },
    },
    size: { sidebar: { width: 'popover' }, panel: { width: '[28rem]' } },
  },
});
const head = css({ display: 'flex', alignItems: 'center', gap: '3', minHeight: 'topbar', paddingInline: '4', borderBottom: 'hairline' });
const titleStyle = css({
  flex: '1',
  minWidth: '0',
  paddingBlock: '2',
  fontWeight: 'semibold',
  fontSize: 'lg',
  lineHeight: 'snug',
  overflowWrap: 'anywhere',
  lineClamp: '3',
});
const closeStyle = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '9',
  height: '9',
  borderRadius: 'md',
  color: 'text.muted',
  cursor: 'pointer',
  _hover: { backgroundColor: 'surface.hover', color: 'text' },
});
const body = css({ flex: '1', minHeight: '0', overflowY: 'auto', overscrollBehavior: 'contain' });

export interface DrawerProps {
  readonly open: boolean;
  readonly title: string;
  readonly side?: 'start' | 'end';
  readonly size?: 'sidebar' | 'panel';
  /** Its fields are those of the form under it, whose undo works here too. */
  readonly isOfForm?: boolean;
  /** What has the focus first; where it returns null, the first control. */
  readonly initialFocus?: () => HTMLElement | null;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

export function Drawer({ open, title, side = 'start', size = 'sidebar', isOfForm = false, initialFocus, children, onClose }: DrawerProps) {
  const element = useRef<HTMLDivElement>(null);
  return (
    <Ark.Root
      open={open}
      lazyMount
      unmountOnExit
      initialFocusEl={() => focusedWithin(element.current) ?? initialFocus?.() ?? null}
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
    >
      <Portal>
        <Ark.Backdrop className={backdropStyle} />
        <Ark.Positioner>
          <Ark.Content ref={element} className={content({ side, size })} data-of-form={isOfForm ? '' : undefined}>
            <div className={head}>
              <Ark.Title className={titleStyle}>{title}</Ark.Title>
              <Ark.CloseTrigger className={closeStyle} aria-label="Close">
                <X size={18} aria-hidden="true" />
              </Ark.CloseTrigger>
            </div>
            <div className={body}>{children}</div>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
