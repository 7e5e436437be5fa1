import type { CheckboxField } from '#contract/fields/field.ts';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { type FieldComponentProps, FieldShell, labelWithPlace } from './field-shell.tsx';

export function CheckboxFieldView(props: FieldComponentProps<CheckboxField>) {
  const { field, value, disabled, onChange, onBlur } = props;
  return (
    <FieldShell {...props} inline>
      {({ 'aria-required': _required, ...control }) => (
        <Checkbox
          {...control}
          name={field.key}
          label={labelWithPlace(field.label, props.place)}
          checked={value === true}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={onBlur}
        />
      )}
    </FieldShell>
  );
}
