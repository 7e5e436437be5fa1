import { Plus } from 'lucide-react';
import type { FormFieldsField } from '#contract/fields/field.ts';
import { formFieldsValue } from '#contract/forms/form-fields-rules.ts';
import { formFieldNames, formFieldSchema, keyOfLabel, readFormFields } from '#contract/forms/form-field.ts';
import { Button } from '#src/ui/button.tsx';
import { css } from '#styled/css/index.js';
import * as v from 'valibot';
import { type FieldComponentProps, FieldShell } from './field-shell.tsx';
import { ValueView } from './value-view.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '3', minWidth: '0' });

/** The fields of a form. */
export function FormFieldsFieldView(props: FieldComponentProps<FormFieldsField>) {
  const { field, value, disabled = false, onChange, onBlur } = props;
  const entries = readFormFields(value);
  const add = () => {
    const label = `Text field ${entries.length + 1}`;
    onChange(formFieldsValue([...entries, v.parse(formFieldSchema, { type: 'text', label, key: keyOfLabel(label) })]));
    onBlur();
  };
  return (
    <FieldShell {...props} group>
      {({ 'aria-required': _required, ...control }) => (
        <div className={stack}>
          <ValueView field={field} value={value} />
          <Button {...control} size="small" disabled={disabled} onClick={add}>
            <Plus aria-hidden="true" />
            {formFieldNames.text}
          </Button>
        </div>
      )}
    </FieldShell>
  );
}
