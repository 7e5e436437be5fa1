import type { SelectField } from '#contract/fields/field.ts';
import { choiceValue, type FieldComponentProps, FieldShell } from './field-shell.tsx';
import { LazySelect } from './lazy-select.tsx';

export function SelectFieldView(props: FieldComponentProps<SelectField>) {
  const { field, value, disabled, onChange, onBlur } = props;
  return (
    <FieldShell {...props}>
      {(control) => (
        <LazySelect
          {...control}
          value={choiceValue(value)}
          options={field.options}
          placeholder={field.placeholder}
          disabled={disabled}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    </FieldShell>
  );
}
