import type { ComponentProps } from 'react';
import { css, cx } from '#styled/css/index.js';
import { control } from './control-style.ts';

const plain = css(control, { resize: 'vertical', lineHeight: 'normal', paddingBlock: '2' });
const growing = css({ fieldSizing: 'content', maxHeight: '[70vh]' });

export interface TextareaProps extends ComponentProps<'textarea'> {
  /** Grows with what is typed, where the browser can. */
  readonly autosize?: boolean;
}

export function Textarea({ className, autosize = false, rows = 3, style, ...rest }: TextareaProps) {
  // A textarea that is sized by its content ignores `rows`, so they become its minimum height.
  const least = autosize ? { minBlockSize: `calc(${rows} * 1lh + 1rem + 2px)`, ...style } : style;
  return <textarea {...rest} rows={rows} style={least} className={cx(plain, autosize && growing, className)} />;
}
