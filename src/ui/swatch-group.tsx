import { css } from '#styled/css/index.js';
import { Swatch } from './swatch.tsx';

const group = css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))', gap: '2', borderRadius: 'sm' });
const item = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'control',
  paddingInline: '2.5',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  cursor: 'pointer',
  '&:hover:not(:has(:disabled))': { backgroundColor: 'surface.hover' },
  '&:has(:checked)': { borderColor: 'accent.solid', boxShadow: '[inset 0 0 0 1px token(colors.accent.solid)]', fontWeight: 'medium' },
  '&:has(:disabled)': { cursor: 'not-allowed', opacity: 'dimmed' },
  '&:has(:focus-visible)': { outline: 'focus', outlineOffset: '[2px]' },
});
const input = css({ position: 'absolute', inset: '0', opacity: 'hidden', cursor: 'inherit' });

export interface SwatchOption {
  readonly value: string;
  readonly label: string;
  readonly color?: string;
  readonly hoverColor?: string;
}

export interface SwatchGroupProps {
  readonly id: string;
  readonly name?: string;
  readonly value: string | null;
  readonly options: readonly SwatchOption[];
  readonly disabled?: boolean;
  readonly 'aria-labelledby'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-required'?: true | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

/** A radio group of colours, each with its name. */
export function SwatchGroup({ id, name = id, value, options, disabled, onChange, onBlur, ...aria }: SwatchGroupProps) {
  return (
    <div {...aria} id={id} role="radiogroup" tabIndex={-1} className={group}>
      {options.map((option) => (
        <label key={option.value} className={item}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            className={input}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
          />
          <Swatch color={option.color ?? 'transparent'} hoverColor={option.hoverColor} />
          {option.label}
        </label>
      ))}
    </div>
  );
}
