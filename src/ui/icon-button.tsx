import type { ComponentProps, ReactNode } from 'react';
import { css, cva, cx } from '#styled/css/index.js';

const style = cva({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: '0',
    borderRadius: 'md',
    color: 'text.muted',
    cursor: 'pointer',
    transitionProperty: 'colors',
    transitionDuration: 'fast',
    '&:hover:not(:disabled, [aria-disabled=true])': { color: 'text', backgroundColor: 'surface.hover' },
    '&[aria-pressed=true]': { color: 'accent.text', backgroundColor: 'accent.subtle' },
    '&:is(:disabled, [aria-disabled=true])': { cursor: 'not-allowed', opacity: 'dimmed' },
  },
  variants: { size: { small: { width: '7', height: '7' }, medium: { width: '9', height: '9' } } },
  defaultVariants: { size: 'medium' },
});
const icon = css({ display: 'contents', '& svg': { width: '[1.125rem]', height: '[1.125rem]' } });

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The name, for a screen reader and as the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 'small' | 'medium';
}

export function IconButton({ label, icon: glyph, size, className, title, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} title={title ?? label} className={cx(style({ size }), className)}>
      <span aria-hidden="true" className={icon}>
        {glyph}
      </span>
    </button>
  );
}
