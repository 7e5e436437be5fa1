import type { ComponentProps } from 'react';
import { css, cx } from '#styled/css/index.js';
import { control } from './control-style.ts';

const style = css(control);

export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} type={type} className={cx(style, className)} />;
}
