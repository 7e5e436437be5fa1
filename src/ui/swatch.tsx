import { css, cva, cx } from '#styled/css/index.js';

const style = cva({
  base: {
    display: 'inline-block',
    flexShrink: '0',
    border: 'control',
    // It is there for its colour.
    forcedColorAdjust: 'none',
    backgroundColor: 'transparent',
  },
  variants: { size: { small: { width: '5', height: '5', borderRadius: 'sm' }, control: { width: '9', height: '9', borderRadius: 'md' } } },
});

// A stroke across, since an empty square looks like a checkbox.
const unset = css({
  backgroundImage:
    '[linear-gradient(to top right, transparent calc(50% - 1px), token(colors.border.strong) calc(50% - 1px), token(colors.border.strong) calc(50% + 1px), transparent calc(50% + 1px))]',
});

/** Shows a colour of the customer's, in two halves where it has a hover colour; null for none. */
export function Swatch({
  color,
  hoverColor,
  size = 'small',
}: {
  readonly color: string | null;
  readonly hoverColor?: string;
  readonly size?: 'small' | 'control';
}) {
  if (color === null) return <span aria-hidden="true" className={cx(style({ size }), unset)} />;
  const background = hoverColor ? `linear-gradient(135deg, ${color} 50%, ${hoverColor} 50%)` : color;
  return <span aria-hidden="true" className={style({ size })} style={{ background }} />;
}
