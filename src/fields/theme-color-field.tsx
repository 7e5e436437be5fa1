import type { ThemeColorField } from '#contract/settings/field.ts';
import { fieldIds } from '#src/ui/field-ids.ts';
import { SwatchGroup } from '#src/ui/swatch-group.tsx';
import { choiceOf, type FieldComponentProps } from './field-props.ts';
import { FieldShell } from './field-shell.tsx';

export function ThemeColorFieldView(props: FieldComponentProps<ThemeColorField>) {
  const { field, id, value, disabled, onChange, onBlur } = props;
  return (
    <FieldShell {...props} group>
      {(control) => (
        <SwatchGroup
          {...control}
          aria-labelledby={fieldIds(id).label}
          value={choiceOf(value)}
          options={field.options}
          disabled={disabled}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    </FieldShell>
  );
}
