import type { ComponentProps } from 'react';
import { cx } from '#styled/css/index.js';
import { controlStyle } from './control-style.ts';

export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} type={type} className={cx(controlStyle, className)} />;
}
