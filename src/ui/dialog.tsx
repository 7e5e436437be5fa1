import { Dialog as Ark } from '@ark-ui/react/dialog';
import { Portal } from '@ark-ui/react/portal';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { css, cva } from '#styled/css/index.js';
import { focusedWithin } from './focus-field.ts';
import { backdropStyle } from './overlay-style.ts';

const positioner = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  display: 'flex',
  justifyContent: 'center',
  alignItems: { base: 'flex-end', md: 'flex-start' },
  paddingTop: { base: '4', md: '[12vh]' },
  paddingInline: { base: '0', md: '6' },
  paddingBottom: { base: '0', md: '6' },
  overflow: 'auto',
});
const content = cva({
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    width: 'full',
    maxHeight: 'full',
    backgroundColor: 'surface.raised',
    '--message-surface': '{colors.surface.raised}',
    borderRadius: 'md',
    boxShadow: 'overlay',
    outline: 'none',
    _open: { animation: 'riseIn' },
  },
  variants: {
    size: {
      small: { maxWidth: 'dialogSmall' },
      medium: { maxWidth: 'dialogMedium' },
      large: { maxWidth: 'dialogLarge' },
      wide: { maxWidth: 'page' },
      share: { width: { base: 'full', md: '[80vw]' } },
    },
    hasBeside: {
      true: {
        display: 'grid',
        gridTemplateColumns: '[minmax(20rem, 2fr) minmax(0, 3fr)]',
        gridTemplateRows: '[auto minmax(0, 1fr) auto]',
        '& > :is([data-head], [data-foot])': { gridColumn: '1 / -1' },
        '& > [data-foot]': { gridRow: '3' },
      },
    },
  },
});
// Content that is scrolled ends below the title's own space.
const head = css({ paddingInlineStart: '5', paddingInlineEnd: '12', paddingTop: '5', paddingBottom: '3' });
const titleStyle = css({ fontSize: 'lg', fontWeight: 'semibold', lineHeight: 'snug', overflowWrap: 'anywhere' });
const closeStyle = css({
  position: 'absolute',
  top: '4',
  insetInlineEnd: '4',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '7',
  height: '7',
  borderRadius: 'sm',
  color: 'text.muted',
  cursor: 'pointer',
  _hover: { backgroundColor: 'surface.hover', color: 'text' },
});
const bodyFrame = css({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minHeight: '0',
});
const body = css({
  flex: '1',
  minHeight: '0',
  overflowY: 'auto',
  paddingInline: '5',
  paddingTop: '1',
  paddingBottom: '4',
  // The foot has padding of its own.
  '[data-dialog-body]:has(+ [data-foot]) > &': { paddingBottom: '1' },
  // A scrollbar that comes with a message makes nothing narrower.
  '&:has([data-message-room])': { scrollbarGutter: 'stable' },
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
});
const besideStyle = css({
  gridRow: '2',
  gridColumn: '2',
  minWidth: '0',
  minHeight: '0',
  overflowY: 'auto',
  padding: '1',
  paddingInlineEnd: '5',
});
const descriptionStyle = css({ color: 'text.muted' });
const foot = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '2',
  paddingInline: '5',
  paddingTop: '3',
  paddingBottom: '5',
  // Full rows on a small screen: one button alone at the end of a second row looks lost.
  mdDown: { '& > button': { flexGrow: '1' } },
});

export interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** 25, 37.5, 40 and 80 rem, and 80 % of the window. */
  readonly size?: 'small' | 'medium' | 'large' | 'wide' | 'share';
  /** `alertdialog` asks a question that must be answered: no close button, no click outside. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** The element to focus after closing, where the one that opened the dialog is gone. */
  readonly finalFocus?: () => HTMLElement | null;
  /** False while a request runs, or where closing is not allowed. */
  readonly dismissible?: boolean;
  /** False where the foot has a Close of its own. */
  readonly hasCross?: boolean;
  readonly footer?: ReactNode;
  /** In a column of its own beside the content. Tab comes to it after the foot. */
  readonly beside?: ReactNode;
  /** Lie over the end of the content: the tray of `useDialogMessages`. */
  readonly messages?: ReactNode;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

export function Dialog(props: DialogProps) {
  const {
    open,
    title,
    description,
    size = 'medium',
    role = 'dialog',
    dismissible = true,
    hasCross = true,
    footer,
    beside = null,
    messages,
    children,
    onClose,
  } = props;
  const question = role === 'alertdialog';
  const element = useRef<HTMLDivElement>(null);
  return (
    <Ark.Root
      open={open}
      role={role}
      lazyMount
      unmountOnExit
      closeOnEscape={dismissible}
      closeOnInteractOutside={dismissible && !question}
      initialFocusEl={() => focusedWithin(element.current) ?? props.initialFocus?.current ?? null}
      finalFocusEl={props.finalFocus}
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
    >
      <Portal>
        <Ark.Backdrop className={backdropStyle} />
        <Ark.Positioner className={positioner}>
          <Ark.Content ref={element} className={content({ size, hasBeside: beside !== null })}>
            <div data-head className={head}>
              <Ark.Title className={titleStyle}>{title}</Ark.Title>
            </div>
            <div data-dialog-body className={bodyFrame}>
              <div className={body}>
                {description ? <Ark.Description className={descriptionStyle}>{description}</Ark.Description> : null}
                {children}
              </div>
              {messages}
            </div>
            {footer ? (
              <div data-foot className={foot}>
                {footer}
              </div>
            ) : null}
            {beside === null ? null : <div className={besideStyle}>{beside}</div>}
            {/* Last, so that focus starts on the first field. */}
            {question || !dismissible || !hasCross ? null : (
              <Ark.CloseTrigger className={closeStyle} aria-label="Close">
                <X size={18} aria-hidden="true" />
              </Ark.CloseTrigger>
            )}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}
