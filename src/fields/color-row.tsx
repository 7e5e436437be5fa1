import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Contrast } from '#contract/settings/screen.ts';
import { css, cx } from '#styled/css/index.js';

/**
 * The parts of a colour's row: swatch, name, value, contrast. It leaves the marks the room that they must have. In a narrow box that
 * leaves the name no room beside the value, so the name has the first line to itself.
 */
export const colorRow = css({
  flex: '[1 1 100%]',
  minWidth: '0',
  display: 'flex',
  flexWrap: { _slim: 'wrap' },
  alignItems: 'center',
  columnGap: '2.5',
  rowGap: '0.5',
  paddingBlock: { _slim: '1' },
  minHeight: 'control',
});
export const colorName = css({
  flex: '1',
  flexBasis: { _slim: '[75%]' },
  minWidth: '0',
  fontWeight: 'medium',
  textAlign: 'start',
});
export const colorRequired = css({ marginInlineStart: '2', color: 'text.muted', fontSize: 'xs', fontWeight: 'normal' });
const contrastStyle = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  flexShrink: '0',
  minWidth: '14',
  justifyContent: 'flex-end',
  color: 'text.muted',
  fontSize: 'xs',
  fontVariantNumeric: 'tabular-nums',
});
const lowStyle = css({ color: 'warning.text', fontWeight: 'medium' });

/** The contrast of a text colour, in words for screen readers and on hover; empty for a colour that no text has. */
export function ContrastMark({ contrast }: { readonly contrast: Contrast | null | undefined }) {
  if (!contrast) return <span className={contrastStyle} />;
  const Icon = contrast.isLow ? TriangleAlert : CircleCheck;
  const words = `Contrast ${contrast.text}`;
  return (
    <span role="img" aria-label={words} title={words} className={cx(contrastStyle, contrast.isLow && lowStyle)}>
      <Icon size={12} aria-hidden="true" />
      {contrast.text.split(' ')[0]}:1
    </span>
  );
}
