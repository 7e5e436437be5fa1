import { css, cx } from '#styled/css/index.js';

const style = css({
  display: 'inline-block',
  flexShrink: '0',
  width: '5',
  height: '5',
  borderRadius: 'sm',
  border: 'control',
  backgroundColor: 'transparent',
});

/** Shows a colour of the customer's; two halves where a second one appears on hover. */
export function Swatch({
  color,
  hoverColor,
  className,
}: {
  readonly color: string;
  readonly hoverColor?: string;
  readonly className?: string;
}) {
  const background = hoverColor ? `linear-gradient(135deg, ${color} 50%, ${hoverColor} 50%)` : color;
  return <span aria-hidden="true" className={cx(style, className)} style={{ background }} />;
}
