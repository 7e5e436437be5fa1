import { isBlankText } from '#contract/invisible.ts';
import { type FormField, type FormOption, hasChoices } from '#contract/forms/form-field.ts';
import { limits } from '#contract/limits.ts';
import type { FieldEdit } from '#machines/form-builder/form-builder.types.ts';
import { css } from '#styled/css/index.js';
import { LazySelect } from '#src/fields/lazy-select.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { LabelledControl } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { Textarea } from '#src/ui/textarea.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '1' });

interface DefaultControlProps {
  readonly id: string;
  readonly field: FormField;
  readonly error: string | null;
  readonly onEdit: (edit: FieldEdit) => void;
}

/** Edits the default of a field, with a control for its type. */
export function DefaultControl({ id, field, error, onEdit }: DefaultControlProps) {
  const { type, default: value } = field;
  const set = (next: FormField['default']) => onEdit({ part: 'default', value: next });
  if (type === 'checkbox') {
    return (
      <LabelledControl id={id} label="Checked from the start" error={error} inline>
        {(control) => (
          <Checkbox
            {...control}
            label="Checked from the start"
            checked={value === true}
            onChange={(event) => set(event.currentTarget.checked ? true : null)}
          />
        )}
      </LabelledControl>
    );
  }
  if (hasChoices(field)) return <ChosenFromStart id={id} field={field} error={error} onChange={set} />;
  return (
    <LabelledControl id={id} label="Default" help="Filled in from the start." error={error}>
      {(control) =>
        type === 'textarea' ? (
          <Textarea
            {...control}
            value={textOf(value)}
            maxLength={limits.longTextCharacters}
            rows={2}
            autosize
            onChange={(event) => set(event.currentTarget.value || null)}
          />
        ) : (
          <TextInput
            {...control}
            type={type === 'date' ? 'date' : 'text'}
            inputMode={inputModes[type]}
            autoComplete="off"
            value={textOf(value)}
            maxLength={limits.shortTextCharacters}
            onChange={(event) => set(event.currentTarget.value || null)}
          />
        )
      }
    </LabelledControl>
  );
}

const inputModes: Partial<Record<FormField['type'], 'decimal' | 'email' | 'tel' | 'url'>> = {
  number: 'decimal',
  email: 'email',
  phone: 'tel',
  url: 'url',
};

const textOf = (value: FormField['default']): string => (typeof value === 'string' ? value : '');

interface ChosenProps extends Omit<DefaultControlProps, 'onEdit'> {
  readonly onChange: (value: FormField['default']) => void;
}

const nothing = '';

function ChosenFromStart({ id, field: { type, values, default: value }, error, onChange }: ChosenProps) {
  const options = distinct(values);
  if (type === 'checkboxes') {
    const chosen: readonly string[] = Array.isArray(value) ? value : [];
    return (
      <LabelledControl id={id} label="Checked from the start" error={error} group>
        {({ 'aria-required': _required, 'aria-invalid': _invalid, ...control }) => (
          <fieldset {...control} aria-label="Checked from the start" tabIndex={-1} className={stack}>
            {options.map((option) => (
              <Checkbox
                key={option.value}
                label={option.label}
                checked={chosen.includes(option.value)}
                onChange={(event) => {
                  const rest = chosen.filter((each) => each !== option.value);
                  const next = event.currentTarget.checked ? [...rest, option.value] : rest;
                  onChange(next.length > 0 ? next : null);
                }}
              />
            ))}
          </fieldset>
        )}
      </LabelledControl>
    );
  }
  return (
    <LabelledControl id={id} label="Default" help="Chosen from the start." error={error}>
      {(control) => (
        <LazySelect
          {...control}
          value={textOf(value)}
          options={[{ value: nothing, label: 'Nothing' }, ...options]}
          onChange={(next) => onChange(next === nothing ? null : next)}
        />
      )}
    </LabelledControl>
  );
}

/** Without those that are empty or there twice, which are problems of their own. */
function distinct(values: readonly FormOption[]): readonly FormOption[] {
  return values.filter(({ value }, at) => !isBlankText(value) && values.findIndex((other) => other.value === value) === at);
}
