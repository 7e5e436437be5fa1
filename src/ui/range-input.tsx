import type { ComponentProps } from 'react';
import { css, cx } from '#styled/css/index.js';

const style = css({
  width: 'full',
  height: '6',
  accentColor: 'accent.solid',
  cursor: 'pointer',
  borderRadius: 'sm',
  '&:disabled': { cursor: 'not-allowed', opacity: 'dimmed' },
});

export interface RangeInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export function RangeInput({ value, onChange, className, ...rest }: RangeInputProps) {
  return (
    <input
      {...rest}
      type="range"
      value={value}
      className={cx(style, className)}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
