import { type ComponentProps, useState } from 'react';
import { Minus, Plus } from 'lucide-react';
import { css, cx } from '#styled/css/index.js';
import { control } from './control-style.ts';
import { numberText, parseNumber, stepNumber } from './number-text.ts';

const wrap = css({ position: 'relative', width: 'full', maxWidth: '[14rem]' });
const inputStyle = css(control, { paddingInlineEnd: '[4.5rem]', fontVariantNumeric: 'tabular-nums' });
const steppers = css({ position: 'absolute', insetBlock: '[1px]', insetInlineEnd: '[1px]', display: 'flex' });
const stepper = css({
  width: '8',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  color: 'text.muted',
  borderInlineStart: 'hairline',
  cursor: 'pointer',
  '&:hover:not(:disabled)': { color: 'text', backgroundColor: 'surface.hover' },
  '&:last-child': { borderEndEndRadius: 'md', borderStartEndRadius: 'md' },
  '&:disabled': { cursor: 'not-allowed', opacity: 'dimmed' },
});

/** A number, null for blank, or the text itself while it is not a number: no input is discarded. */
export type NumberInputValue = number | string | null;

export interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'step'> {
  readonly value: NumberInputValue;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly onChange: (value: NumberInputValue) => void;
}

const read = (text: string): NumberInputValue => {
  const number = parseNumber(text);
  return number === undefined ? text : number;
};

export function NumberInput({ value, min, max, step, onChange, className, disabled, onKeyDown, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState(() => (typeof value === 'string' ? value : numberText(value)));
  // "1.50" stays as typed while it equals the value; a value from outside replaces it.
  const text = read(typed) === value ? typed : typeof value === 'string' ? value : numberText(value);

  const change = (next: string): void => {
    setTyped(next);
    onChange(read(next));
  };
  const move = (direction: 1 | -1): void => {
    change(numberText(stepNumber(typeof value === 'number' ? value : null, direction, { step, min, max })));
  };
  const buttonProps = { type: 'button', tabIndex: -1, disabled, className: stepper } as const;
  return (
    <div className={wrap}>
      <input
        {...rest}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        value={text}
        className={cx(inputStyle, className)}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          move(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      {/* For the pointer only: the arrow keys do the same. */}
      <div className={steppers} aria-hidden="true">
        <button {...buttonProps} aria-label="Less" onClick={() => move(-1)}>
          <Minus size={14} aria-hidden="true" />
        </button>
        <button {...buttonProps} aria-label="More" onClick={() => move(1)}>
          <Plus size={14} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
