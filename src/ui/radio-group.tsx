import type { ReactNode } from 'react';
import { css } from '#styled/css/index.js';

const group = css({ display: 'flex', flexDirection: 'column', gap: '1', outlineOffset: '[4px]', borderRadius: 'sm' });
const row = css({
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: '2.5',
  minHeight: '7',
  width: 'fit',
  cursor: 'pointer',
  '&:has(:disabled)': { cursor: 'not-allowed', color: 'text.muted' },
});
const dot = css({
  appearance: 'none',
  display: 'grid',
  placeContent: 'center',
  flexShrink: '0',
  width: '5',
  height: '5',
  marginTop: '0.5',
  border: 'control',
  borderRadius: 'full',
  backgroundColor: 'surface',
  cursor: 'inherit',
  '&:checked': { borderColor: 'accent.solid' },
  '&:checked::before': { content: '""', width: '2.5', height: '2.5', borderRadius: 'full', backgroundColor: 'accent.solid' },
  '&[aria-invalid=true]': { borderColor: 'danger.solid' },
});
const sub = css({ display: 'block', fontSize: 'sm', color: 'text.muted' });

export interface RadioOption {
  readonly value: string;
  readonly label: ReactNode;
  readonly description?: ReactNode;
}

export interface RadioGroupProps {
  readonly id: string;
  readonly name?: string;
  readonly value: string | null;
  readonly options: readonly RadioOption[];
  readonly disabled?: boolean;
  readonly 'aria-labelledby'?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-required'?: true | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

export function RadioGroup({ id, name = id, value, options, disabled, onChange, onBlur, ...aria }: RadioGroupProps) {
  return (
    <div {...aria} id={id} role="radiogroup" tabIndex={-1} className={group}>
      {options.map((option) => (
        <label key={option.value} className={row}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            aria-invalid={aria['aria-invalid']}
            className={dot}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
          />
          <span>
            {option.label}
            {option.description ? <span className={sub}>{option.description}</span> : null}
          </span>
        </label>
      ))}
    </div>
  );
}
