import type { ComponentProps, ReactNode } from 'react';
import { css, cx } from '#styled/css/index.js';
import { SwitchInput } from './switch-input.tsx';

const row = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: '6',
  width: 'fit',
  cursor: 'pointer',
  '&:has(:disabled)': { cursor: 'not-allowed', color: 'text.muted' },
});
const track = css({
  appearance: 'none',
  position: 'relative',
  flexShrink: '0',
  width: '10',
  height: '6',
  borderRadius: 'full',
  border: 'control',
  backgroundColor: 'surface.sunken',
  cursor: 'inherit',
  transitionProperty: 'colors',
  transitionDuration: 'normal',
  '&::before': {
    content: '""',
    position: 'absolute',
    top: '[3px]',
    left: '[3px]',
    width: '4',
    height: '4',
    borderRadius: 'full',
    backgroundColor: 'border.strong',
    transitionProperty: '[transform]',
    transitionDuration: 'normal',
    transitionTimingFunction: 'out',
  },
  '&:checked': {
    backgroundColor: 'accent.solid',
    borderColor: 'accent.solid',
    '&::before': { backgroundColor: 'accent.on', transform: 'translateX(16px)' },
  },
  '&:disabled': { opacity: 'dimmed' },
});

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  readonly label: ReactNode;
}

/** For what takes effect at once. In a form that is saved, use a checkbox. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  return (
    <label className={cx(row, className)}>
      <SwitchInput {...rest} className={track} />
      <span>{label}</span>
    </label>
  );
}
