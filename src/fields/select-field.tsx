import type { SelectField } from '#contract/fields/field.ts';
import { choiceOf, type FieldComponentProps } from './field-props.ts';
import { FieldShell } from './field-shell.tsx';
import { LazySelect } from './lazy-select.tsx';

export function SelectFieldView(props: FieldComponentProps<SelectField>) {
  const { field, value, disabled, onChange, onBlur } = props;
  return (
    <FieldShell {...props}>
      {(control) => (
        <LazySelect
          {...control}
          value={choiceOf(value)}
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
