import { cva } from '#styled/css/index.js';

const style = cva({
  base: {
    display: 'inline-block',
    flexShrink: '0',
    border: 'control',
    backgroundColor: 'transparent',
  },
  variants: { size: { small: { width: '5', height: '5', borderRadius: 'sm' }, control: { width: '9', height: '9', borderRadius: 'md' } } },
});

/** Shows a colour of the customer's, in two halves where it has a hover colour. */
export function Swatch({
  color,
  hoverColor,
  size = 'small',
}: {
  readonly color: string;
  readonly hoverColor?: string;
  readonly size?: 'small' | 'control';
}) {
  const background = hoverColor ? `linear-gradient(135deg, ${color} 50%, ${hoverColor} 50%)` : color;
  return <span aria-hidden="true" className={style({ size })} style={{ background }} />;
}
