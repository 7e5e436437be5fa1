import type { OpacityField, SliderField } from '#contract/fields/field.ts';
import { opacityHint, rangeOf } from '#contract/fields/number.ts';
import { NumberInput } from '#src/ui/number-input.tsx';
import { RangeInput } from '#src/ui/range-input.tsx';
import { css } from '#styled/css/index.js';
import { type FieldComponentProps, FieldShell, numberValue } from './field-shell.tsx';

const row = css({ display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 9rem' }, alignItems: 'center', gap: '3' });

/** A slider, and the number itself beside it. */
export function RangeFieldView(props: FieldComponentProps<OpacityField | SliderField>) {
  const { field, id, value, disabled, onChange, onBlur } = props;
  const bounds = rangeOf(field);
  const hint = field.kind === 'opacity' && !field.help?.includes(opacityHint) ? opacityHint : undefined;
  return (
    <FieldShell {...props} hint={hint}>
      {(control) => (
        <div className={row}>
          <RangeInput
            {...bounds}
            id={`${id}-slider`}
            aria-label={`${field.label}, slider`}
            value={typeof value === 'number' ? value : bounds.min}
            disabled={disabled}
            onChange={onChange}
            onBlur={onBlur}
          />
          <NumberInput
            {...control}
            {...bounds}
            name={field.key}
            value={numberValue(value)}
            disabled={disabled}
            onChange={onChange}
            onBlur={onBlur}
          />
        </div>
      )}
    </FieldShell>
  );
}
