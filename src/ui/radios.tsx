import type { MouseEvent, ReactNode } from 'react';

export interface RadiosProps<Option extends { readonly value: string }> {
  readonly id: string;
  readonly name?: string;
  readonly value: Option['value'] | null;
  readonly options: readonly Option[];
  readonly disabled?: boolean;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-required'?: true | undefined;
  readonly onChange: (value: Option['value']) => void;
  readonly onBlur?: () => void;
  /** An option was clicked. The browser reports the arrow keys as clicks too, with a `detail` of 0. */
  readonly onClick?: (event: MouseEvent) => void;
}

interface Look<Option> {
  readonly look: { readonly group: string; readonly item: string; readonly input: string };
  /** Renders what is beside the radio button of an option. */
  readonly draw: (option: Option) => ReactNode;
}

/** The radio group that all other ones are built on, whatever they look like. */
export function Radios<Option extends { readonly value: string }>(props: RadiosProps<Option> & Look<Option>) {
  const { id, name = id, value, options, disabled, look, draw, onChange, onBlur, ...aria } = props;
  return (
    <div {...aria} id={id} role="radiogroup" tabIndex={-1} className={look.group}>
      {options.map((option) => (
        <label key={option.value} className={look.item}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            className={look.input}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
          />
          {draw(option)}
        </label>
      ))}
    </div>
  );
}
