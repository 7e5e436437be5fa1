import { type ReactNode, useRef } from 'react';
import { css } from '#styled/css/index.js';
import { useGreatestHeight } from './greatest-height.ts';

/** As high as the bar with its margins, whether that is shown or not. */
const tray = css({
  position: 'sticky',
  bottom: '[var(--docked-below, 0px)]',
  zIndex: 'sticky',
  minHeight: 'footTray',
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
  '& > div:not(:empty) ~ section': { borderTopRadius: '[0]' },
});
const messagesStyle = css({
  position: 'absolute',
  insetInline: '0',
  bottom: '4',
  // Together with the bar it is one box.
  '[data-foot-tray]:has(> section) > &': {
    bottom: '[calc(100% - 1rem)]',
    borderBottomRadius: '[0]',
    '& > *': { borderBottomRadius: '[0]' },
  },
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  maxHeight: 'footMessages',
  overflowY: 'auto',
  borderRadius: 'md',
  boxShadow: 'overlay',
  _empty: { display: 'none' },
  '& > *': { flexShrink: '0' },
});

/**
 * At the foot of the window: what a form has to say as a whole, above its bar. Nothing in the form moves when a message or the bar comes or
 * goes, since both lie over the form, and their room at the form's end is kept.
 */
export function FootTray({ messages, children }: { readonly messages: ReactNode; readonly children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null);
  const ref = useGreatestHeight((greatest, { offsetParent, offsetTop }) => {
    if (room.current) room.current.style.height = `${greatest}px`;
    // The page's `scroll-padding` keeps a focused field from behind them and the bar, whose words may take several lines.
    document.documentElement.style.setProperty('--foot-covered', `${(offsetParent?.clientHeight ?? 0) - offsetTop}px`);
  });
  return (
    <>
      <div ref={room} />
      <div className={tray} data-foot-tray="">
        <div ref={ref} className={messagesStyle}>
          {messages}
        </div>
        {children}
      </div>
    </>
  );
}
