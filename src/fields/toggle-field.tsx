import type { ToggleField } from '#contract/settings/field.ts';
import { fieldIds } from '#src/ui/field-ids.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import type { FieldComponentProps } from './field-props.ts';
import { FieldShell } from './field-shell.tsx';

const options = [
  { value: 'show', label: 'Show' },
  { value: 'hide', label: 'Hide' },
] as const;

export function ToggleFieldView(props: FieldComponentProps<ToggleField>) {
  const { id, value, disabled, onChange, onBlur } = props;
  return (
    <FieldShell {...props} group>
      {(control) => (
        <Segmented
          {...control}
          aria-labelledby={fieldIds(id).label}
          value={value === true ? 'show' : 'hide'}
          options={options}
          disabled={disabled}
          onChange={(choice) => onChange(choice === 'show')}
          onBlur={onBlur}
        />
      )}
    </FieldShell>
  );
}
