import { css } from '#styled/css/index.js';

/** The box of everything that floats: menus, lists, popovers. */
export const floatStyle = css({
  zIndex: 'popover',
  backgroundColor: 'surface.raised',
  borderRadius: 'md',
  boxShadow: 'overlay',
  outline: 'none',
  _open: { animation: 'riseIn' },
});

const list = css.raw({ padding: '1', maxHeight: '[min(24rem, 60vh)]', overflowY: 'auto', overscrollBehavior: 'contain' });

export const listStyle = css(list);

/** A menu is short, and its last item is wanted as often as its first: it scrolls only where the window has no room for it. */
export const menuStyle = css(list, { maxHeight: '[var(--available-height, 80vh)]' });

/** One line of a menu or list; `highlighted` is where the keyboard is. */
const item = css.raw({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: '9',
  paddingInline: '2.5',
  paddingBlock: '1.5',
  borderRadius: 'sm',
  color: 'text',
  textAlign: 'start',
  textDecoration: 'none',
  cursor: 'pointer',
  userSelect: 'none',
  outline: 'none',
  '& svg': { flexShrink: '0', width: '4', height: '4', color: 'text.muted' },
  '&[data-highlighted]': { backgroundColor: 'surface.hover' },
  '&[data-disabled]': { cursor: 'not-allowed', opacity: 'dimmed' },
});

export const itemStyle = css(item);

export const dangerItemStyle = css(item, { color: 'danger.text', '& svg': { color: 'danger.text' } });

export const backdropStyle = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  backgroundColor: 'backdrop',
  _open: { animation: 'fadeIn' },
});
