import { type ComponentProps, useState } from 'react';
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

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The name of the button that shows what was typed; of several fields each needs one of its own. */
  readonly showLabel?: string;
}

/** Screen readers get the state from `aria-pressed`, and not from the icon. */
export function PasswordInput({ className, showLabel = 'Show password', ...rest }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <div className={wrap}>
      <input {...rest} type={isVisible ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} className={cx(input, className)} />
      <button
        type="button"
        aria-label={showLabel}
        aria-pressed={isVisible}
        disabled={rest.disabled}
        className={reveal}
        onClick={() => setVisible(!isVisible)}
      >
        <Icon size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
