import type { FormFieldsField } from '#contract/fields/field.ts';
import { isInput, isReadField, readFormFields } from '#contract/forms/form-field.ts';
import { formFieldsValue } from '#contract/forms/form-fields-rules.ts';
import { css } from '#styled/css/index.js';
import { useMemo } from 'react';
import { FormBuilder } from '#src/form-builder/form-builder.tsx';
import { useFieldData } from './field-data.ts';
import { type FieldComponentProps, FieldShell } from './field-shell.tsx';

const group = css({ border: 'none', padding: '0', margin: '0', minWidth: '0' });

/** The fields of a form, in the form builder. */
export function FormFieldsFieldView(props: FieldComponentProps<FormFieldsField>) {
  const { id, value, stored = null, error, disabled = false, onChange, onBlur } = props;
  const { websiteId = null, form = unknownForm } = useFieldData();
  const fields = useMemo(() => readFormFields(value), [value]);
  const storedKeys = useMemo(() => keysOf(readFormFields(stored)), [stored]);
  return (
    <FieldShell {...props} group>
      {({ 'aria-required': _required, 'aria-invalid': _invalid, ...control }) => (
        <fieldset {...control} aria-label={props.field.label} tabIndex={-1} className={group}>
          <FormBuilder
            id={id}
            value={fields}
            usedKeys={form.usedKeys}
            storedKeys={storedKeys}
            isTried={error !== null}
            websiteId={websiteId}
            form={form}
            disabled={disabled}
            onChange={(next, note) => onChange(formFieldsValue(next), note)}
            onBlur={onBlur}
          />
        </fieldset>
      )}
    </FieldShell>
  );
}

const unknownForm = { name: '', label: '', description: '', usedKeys: [] };

const keysOf = (fields: ReturnType<typeof readFormFields>): readonly string[] =>
  fields.filter((field) => isReadField(field)).flatMap((field) => (isInput(field) ? [field.key] : []));
