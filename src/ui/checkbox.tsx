import type { ComponentProps, ReactNode } from 'react';
import { css, cx } from '#styled/css/index.js';
import { visuallyHidden } from './visually-hidden.ts';

const row = css({
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: '2.5',
  minHeight: '6',
  width: 'fit',
  cursor: 'pointer',
  '&:has(:disabled)': { cursor: 'not-allowed', color: 'text.muted' },
});
const box = css({
  appearance: 'none',
  display: 'grid',
  placeContent: 'center',
  flexShrink: '0',
  width: '5',
  height: '5',
  marginTop: '0.5',
  border: 'control',
  borderRadius: 'sm',
  backgroundColor: 'surface',
  cursor: 'inherit',
  transitionProperty: 'colors',
  transitionDuration: 'fast',
  '&:checked': { backgroundColor: 'accent.solid', borderColor: 'accent.solid' },
  '&:disabled': { backgroundColor: 'surface.sunken', _highContrast: { opacity: 'dimmed' } },
  '&:checked:disabled': {
    backgroundColor: 'border.strong',
    borderColor: 'border.strong',
    _highContrast: { backgroundColor: 'accent.solid', borderColor: 'accent.solid' },
  },
  '&[aria-invalid=true]': { borderColor: 'danger.solid' },
  // The tick is drawn by borders, so that it takes the theme's colour and prints in forced-colours mode.
  '&::before': {
    content: '""',
    width: '1.5',
    height: '2.5',
    marginTop: '[-2px]',
    borderStyle: 'solid',
    borderColor: 'accent.on',
    borderWidth: '[0 2px 2px 0]',
    transform: 'rotate(45deg)',
    opacity: 'hidden',
  },
  '&:checked::before': { opacity: 'full' },
  '&:indeterminate': { backgroundColor: 'accent.solid', borderColor: 'accent.solid' },
  '&:indeterminate::before': { height: '0', width: '2.5', marginTop: '0', borderWidth: '[0 0 2px 0]', transform: 'none', opacity: 'full' },
});

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  /** The label is for screen readers only, as in a table, where the row shows what the box is for. */
  readonly labelHidden?: boolean;
  /** Some, but not all, of the items that the box selects are selected. */
  readonly indeterminate?: boolean;
}

export function Checkbox({ label, labelHidden = false, indeterminate = false, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx(row, className)}>
      <input
        {...rest}
        ref={(input) => {
          // `indeterminate` has no HTML attribute.
          if (input) input.indeterminate = indeterminate;
        }}
        type="checkbox"
        className={box}
      />
      <span className={labelHidden ? visuallyHidden : undefined}>{label}</span>
    </label>
  );
}
