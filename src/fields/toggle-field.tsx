import type { ToggleField } from '#contract/fields/field.ts';
import { fieldIds } from '#src/ui/field-ids.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { css } from '#styled/css/index.js';
import { type FieldComponentProps, FieldShell, labelWithPlace } from './field-shell.tsx';

const options = [
  { value: 'show', label: 'Show' },
  { value: 'hide', label: 'Hide' },
] as const;

const labelStyle = css({ fontWeight: 'medium' });

/** In one line, since a screen may have dozens of filters. The marks are after the label, so that a change moves nothing. */
export function ToggleFieldView(props: FieldComponentProps<ToggleField>) {
  const { field, id, value, disabled, onChange, onBlur } = props;
  const { label } = fieldIds(id);
  return (
    <FieldShell {...props} inline>
      {(control) => (
        <>
          <Segmented
            {...control}
            aria-labelledby={label}
            value={value === true ? 'show' : 'hide'}
            options={options}
            disabled={disabled}
            onChange={(choice) => onChange(choice === 'show')}
            onBlur={onBlur}
          />
          <span id={label} className={labelStyle}>
            {labelWithPlace(field.label, props.place)}
          </span>
        </>
      )}
    </FieldShell>
  );
}
