import type { OpacityField } from '#contract/settings/field.ts';
import { opacityHint } from '#contract/settings/validate.ts';
import { NumberInput } from '#src/ui/number-input.tsx';
import { RangeInput } from '#src/ui/range-input.tsx';
import { css } from '#styled/css/index.js';
import type { FieldComponentProps } from './field-props.ts';
import { FieldShell } from './field-shell.tsx';

const row = css({ display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 9rem' }, alignItems: 'center', gap: '3' });
const bounds = { min: 0, max: 1, step: 0.05 } as const;

export function OpacityFieldView(props: FieldComponentProps<OpacityField>) {
  const { field, id, value, disabled, onChange, onBlur } = props;
  return (
    <FieldShell {...props} hint={field.help?.includes(opacityHint) ? undefined : opacityHint}>
      {(control) => (
        <div className={row}>
          <RangeInput
            {...bounds}
            id={`${id}-slider`}
            aria-label={`${field.label}, slider`}
            value={typeof value === 'number' ? value : 0}
            disabled={disabled}
            onChange={onChange}
            onBlur={onBlur}
          />
          <NumberInput
            {...control}
            {...bounds}
            name={field.key}
            value={typeof value === 'boolean' ? null : value}
            disabled={disabled}
            onChange={onChange}
            onBlur={onBlur}
          />
        </div>
      )}
    </FieldShell>
  );
}
