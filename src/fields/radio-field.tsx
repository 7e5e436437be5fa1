import type { LogoField, RadioField } from '#contract/fields/field.ts';
import { fieldIds } from '#src/ui/field-ids.ts';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { choiceValue, type FieldComponentProps, FieldShell } from './field-shell.tsx';

export function RadioFieldView(props: FieldComponentProps<RadioField | LogoField>) {
  const { field, id, value, disabled, onChange, onBlur } = props;
  return (
    <FieldShell {...props} group>
      {(control) => (
        <RadioGroup
          {...control}
          aria-labelledby={fieldIds(id).label}
          value={choiceValue(value)}
          options={field.options}
          disabled={disabled}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    </FieldShell>
  );
}
