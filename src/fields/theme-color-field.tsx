import { swatchOf } from '#contract/settings/brand-colors.ts';
import type { ThemeColorField } from '#contract/fields/field.ts';
import { fieldIds } from '#src/ui/field-ids.ts';
import { SwatchGroup } from '#src/ui/swatch-group.tsx';
import { useBrandColors } from './brand-colors.ts';
import { choiceValue, type FieldComponentProps } from './field-shell.tsx';
import { FieldShell } from './field-shell.tsx';

const unsetHint = 'Primary and secondary show their look once they are set in Company Branding.';

export function ThemeColorFieldView(props: FieldComponentProps<ThemeColorField>) {
  const { field, id, value, disabled, onChange, onBlur } = props;
  const brand = useBrandColors();
  const looks = field.options.map((option) => swatchOf(option, (setting) => brand[setting]));
  return (
    <FieldShell {...props} hint={looks.includes(null) ? unsetHint : undefined} group>
      {(control) => (
        <SwatchGroup
          {...control}
          aria-labelledby={fieldIds(id).label}
          value={choiceValue(value)}
          options={field.options.map((option, at) => ({ ...looks[at], value: option.value, label: option.label }))}
          disabled={disabled}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    </FieldShell>
  );
}
