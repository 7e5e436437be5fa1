import type { ComponentProps } from 'react';
import { css, cva, cx } from '#styled/css/index.js';
import { Spinner } from './spinner.tsx';

const style = cva({
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    border: 'clear',
    borderRadius: 'md',
    fontWeight: 'medium',
    lineHeight: 'tight',
    textDecoration: 'none',
    textAlign: 'center',
    cursor: 'pointer',
    userSelect: 'none',
    transitionProperty: 'colors',
    transitionDuration: 'fast',
    '& svg': { flexShrink: '0', width: '4', height: '4' },
    '&:is(:disabled, [aria-disabled=true])': { cursor: 'not-allowed', opacity: 'dimmed' },
    '&[aria-busy=true]': { cursor: 'progress', opacity: 'full' },
    // Another button that does the same is in view. Its room stays.
    '&[data-behind]': { visibility: 'hidden' },
  },
  variants: {
    variant: {
      primary: {
        color: 'accent.on',
        backgroundColor: 'accent.solid',
        '&:hover:not(:disabled, [aria-disabled=true])': { backgroundColor: 'accent.hover' },
      },
      secondary: {
        color: 'text',
        backgroundColor: 'surface',
        border: 'control',
        '&:hover:not(:disabled, [aria-disabled=true])': { backgroundColor: 'surface.hover' },
      },
      ghost: {
        color: 'text',
        backgroundColor: 'transparent',
        '&:hover:not(:disabled, [aria-disabled=true])': { backgroundColor: 'surface.hover' },
      },
      danger: {
        color: 'danger.on',
        backgroundColor: 'danger.solid',
        '&:hover:not(:disabled, [aria-disabled=true])': { backgroundColor: 'danger.hover' },
      },
      link: { color: 'accent.text', backgroundColor: 'transparent', textDecoration: 'underline', textUnderlineOffset: '3px' },
    },
    size: {
      small: { minHeight: 'controlSmall', paddingInline: '2.5', paddingBlock: '0.5', fontSize: 'sm' },
      medium: { minHeight: 'control', paddingInline: '4', paddingBlock: '1.5', fontSize: 'md' },
    },
    block: { true: { width: 'full' } },
  },
  compoundVariants: [
    { variant: 'link', size: 'small', css: { paddingInline: '1' } },
    { variant: 'link', size: 'medium', css: { paddingInline: '1' } },
  ],
  defaultVariants: { variant: 'secondary', size: 'medium' },
});

const content = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  minWidth: '0',
  '[aria-busy=true] > &': { opacity: 'hidden' },
});
const busyStyle = css({ position: 'absolute', inset: '0', display: 'flex', alignItems: 'center', justifyContent: 'center' });

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'link';

export interface ButtonLook {
  readonly variant?: ButtonVariant;
  readonly size?: 'small' | 'medium';
  readonly block?: boolean;
}

/** The class of a button, for a router link that looks like one. */
export function buttonClass(look: ButtonLook = {}): string {
  return style(look);
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner instead of the label, at the same size. Clicks do nothing meanwhile, and the button keeps the focus. */
  readonly busy?: boolean;
  /** A click does not move the focus to the button. The default for buttons that submit a form. */
  readonly keepsFocus?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant, size, block, busy = false, className, children, onClick, onMouseDown, type = 'button', ...given } = props;
  const { keepsFocus = type === 'submit', ...rest } = given;
  return (
    <button
      {...rest}
      type={type}
      className={cx(style({ variant, size, block }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onMouseDown={(event) => {
        onMouseDown?.(event);
        // A field that loses the focus may show an error, which would move the button away from the pointer before the click.
        if (keepsFocus) event.preventDefault();
      }}
      onClick={(event) => {
        if (busy || rest['aria-disabled']) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={content}>{children}</span>
      {busy ? (
        <span className={busyStyle}>
          <Spinner />
        </span>
      ) : null}
    </button>
  );
}

export interface ButtonLinkProps extends ComponentProps<'a'>, ButtonLook {}

export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return <a {...rest} className={cx(style({ variant, size, block }), className)} />;
}
