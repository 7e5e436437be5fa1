import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { css, cx } from '#styled/css/index.js';
import { control } from './control-style.ts';

const wrap = css({ position: 'relative' });
const input = css(control, { paddingInlineEnd: '11' });
const reveal = css({
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: '0',
  width: '10',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  color: 'text.muted',
  borderRadius: 'md',
  cursor: 'pointer',
  _hover: { color: 'text' },
  '&:focus-visible': { outlineOffset: '[-3px]' },
});

// Both icons are there, and the state chooses: the page's own script, which has no code to draw, shows a password too.
const whileHidden = css({ '[aria-pressed=true] > &': { display: 'none' } });
const whileVisible = css({ '[aria-pressed=false] > &': { display: 'none' } });

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The name of the button that shows what was typed; of several fields each needs one of its own. */
  readonly showLabel?: string;
}

/** Screen readers get the state from `aria-pressed`, and not from the icon. */
export function PasswordInput({ className, showLabel = 'Show password', ...rest }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Before React took the form over, the page's own script may have shown the password.
  useEffect(() => setVisible(button.current?.ariaPressed === 'true'), []);
  return (
    <div className={wrap}>
      <input {...rest} type={isVisible ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} className={cx(input, className)} />
      <button
        ref={button}
        type="button"
        aria-label={showLabel}
        aria-pressed={isVisible}
        disabled={rest.disabled}
        className={reveal}
        onClick={() => setVisible(!isVisible)}
      >
        <Eye size={16} className={whileHidden} aria-hidden="true" />
        <EyeOff size={16} className={whileVisible} aria-hidden="true" />
      </button>
    </div>
  );
}
