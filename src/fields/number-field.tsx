import type { NumberField } from '#contract/fields/field.ts';
import { NumberInput } from '#src/ui/number-input.tsx';
import { type FieldComponentProps, FieldShell, numberValue } from './field-shell.tsx';

export function NumberFieldView(props: FieldComponentProps<NumberField>) {
  const { field, value, disabled, onChange, onBlur } = props;
  return (
    <FieldShell {...props}>
      {(control) => (
        <NumberInput
          {...control}
          name={field.key}
          placeholder={field.placeholder}
          value={numberValue(value)}
          min={field.min}
          max={field.max}
          step={field.step}
          disabled={disabled}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    </FieldShell>
  );
}
