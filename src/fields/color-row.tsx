import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Field } from '#contract/fields/field.ts';
import type { Contrast } from '#contract/settings/screen.ts';
import { fieldIds } from '#src/ui/field-ids.ts';
import { css, cx } from '#styled/css/index.js';

/**
 * The parts of a colour's row: swatch, name, marks, contrast, and at the right edge the value. In a narrow box the name has the first line
 * to itself.
 */
export const colorRow = css({
  flex: '[1 1 100%]',
  minWidth: '0',
  display: 'flex',
  flexWrap: { _slim: 'wrap' },
  alignItems: 'center',
  justifyContent: { _slim: 'flex-end' },
  columnGap: '2.5',
  rowGap: '0.5',
  paddingBlock: { _slim: '1' },
  minHeight: 'control',
  '& [title=Revert] span': { display: 'none' },
});
const nameStyle = css({
  flex: { base: '[0 1 auto]', _slim: '[1 1 75%]' },
  minWidth: '0',
  fontWeight: 'medium',
  textAlign: 'start',
});
const requiredStyle = css({ marginInlineStart: '2', color: 'text.muted', fontSize: 'xs', fontWeight: 'normal' });
const contrastStyle = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  flexShrink: '0',
  // A mark that appears moves nothing.
  minWidth: '14',
  justifyContent: 'flex-end',
  color: 'text.muted',
  fontSize: 'xs',
  fontVariantNumeric: 'tabular-nums',
});
const lowStyle = css({ color: 'warning.text', fontWeight: 'medium' });

interface ColorNameProps {
  readonly id: string;
  readonly field: Field;
}

export function ColorName({ id, field: { label, required } }: ColorNameProps) {
  return (
    <span className={nameStyle}>
      <label id={fieldIds(id).label} htmlFor={id}>
        {label}
      </label>
      {required ? <span className={requiredStyle}>Required</span> : null}
    </span>
  );
}

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
