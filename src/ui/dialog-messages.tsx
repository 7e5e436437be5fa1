import { type CSSProperties, type ReactNode, useState } from 'react';
import { css } from '#styled/css/index.js';
import { useGreatestHeight } from './greatest-height.ts';

/** Room for one message is kept from the start: in a short form more than that would lie over the field that is corrected next. */
const place = css({
  position: 'relative',
  paddingBottom: '20',
  // A field that gets the focus, or is scrolled to, stands above the messages.
  '[data-dialog-body]:has(> [data-foot-tray]:not(:empty)) &': {
    '& *': { scrollMarginBottom: '[calc(var(--messages-height) + 0.5rem)]' },
  },
});
/** Makes the dialog's content longer to scroll, and the dialog no higher. */
const roomStyle = css({ position: 'absolute', top: '[100%]', marginTop: '-20', width: '[1px]', pointerEvents: 'none' });
const messagesStyle = css({
  position: 'absolute',
  insetInline: '5',
  bottom: '0',
  zIndex: 'sticky',
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  // Several messages scroll: a third of the content stays in view, and they never reach the title.
  maxHeight: '[min(45vh, 65%)]',
  overflowY: 'auto',
  borderRadius: 'md',
  backgroundColor: 'surface.raised',
  boxShadow: 'overlay',
  _empty: { display: 'none' },
  '& > *': { flexShrink: '0' },
});

interface DialogMessages {
  /** Surrounds the content of the dialog, and keeps room at its end. */
  readonly keepRoom: (content: ReactNode) => ReactNode;
  /** For the dialog's `messages`. */
  readonly tray: (messages: ReactNode) => ReactNode;
}

/**
 * Above the foot of a dialog: what its form has to say as a whole. As in the tray of a page's form, nothing moves when a message comes or
 * goes: they lie in the room that is kept, and what else they cover can be scrolled from under them. The dialog keeps its height.
 */
export function useDialogMessages(): DialogMessages {
  const [height, setHeight] = useState(0);
  const ref = useGreatestHeight(setHeight);
  const covered: CSSProperties & { readonly '--messages-height': string } = { '--messages-height': `${height}px` };
  return {
    keepRoom: (content) => (
      <div className={place} style={covered} data-message-room="">
        {content}
        <div className={roomStyle} style={{ height }} />
      </div>
    ),
    tray: (messages) => (
      <div ref={ref} className={messagesStyle} data-foot-tray="">
        {messages}
      </div>
    ),
  };
}
