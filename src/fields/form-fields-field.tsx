import { formDetailsSchema } from '#contract/entities/form-details.ts';
import type { FormFieldsField } from '#contract/fields/field.ts';
import { readFormFields } from '#contract/forms/form-field.ts';
import { formProblems } from '#contract/forms/form-problems.ts';
import { formFieldsValue } from '#contract/forms/form-fields-rules.ts';
import type { RecordDetails } from '#contract/resources/details.ts';
import type { UsedKey } from '#machines/form-builder/form-builder.types.ts';
import { css } from '#styled/css/index.js';
import { useMemo, useRef } from 'react';
import * as v from 'valibot';
import { type BuilderHandle, FormBuilder, problemId } from '#src/form-builder/form-builder.tsx';
import { useFieldData } from './field-data.ts';
import { type FieldComponentProps, FieldShell, textValue } from './field-shell.tsx';

const group = css({ border: 'none', padding: '0', margin: '0', minWidth: '0' });

/** The fields of a form, in the form builder. */
export function FormFieldsFieldView(props: FieldComponentProps<FormFieldsField>) {
  const { id, value, stored = null, error, disabled = false, onChange, onBlur } = props;
  const { headedBy } = props.field;
  const builder = useRef<BuilderHandle>(null);
  const { websiteId = null, record } = useFieldData();
  const fields = useMemo(() => readFormFields(value), [value]);
  // The builder says it above the fields. Below them, at the end of a long form, nobody would see it.
  const isOfForm = error !== null && formProblems(fields)[0]?.at === null;
  const storedFields = useMemo(() => readFormFields(stored), [stored]);
  const usedKeys = useMemo(() => usedKeysIn(record?.details ?? null), [record?.details]);
  const textOf = (key: string | undefined) => textValue((key === undefined ? null : record?.values[key]) ?? null);
  const [name, label, description] = [textOf(headedBy?.name), textOf(headedBy?.label), textOf(headedBy?.description)];
  const form = useMemo(() => ({ name, label, description }), [name, label, description]);
  return (
    <FieldShell {...props} error={isOfForm ? null : error} group>
      {({ 'aria-required': _required, 'aria-invalid': _invalid, 'aria-describedby': described, ...control }) => (
        <fieldset
          {...control}
          aria-describedby={[described, isOfForm ? problemId(id) : ''].filter(Boolean).join(' ') || undefined}
          aria-label={props.field.label}
          tabIndex={-1}
          className={group}
          onFocus={(event) => {
            // A link of the error summary leads here.
            if (error !== null && event.target === event.currentTarget) builder.current?.openProblem();
          }}
        >
          <FormBuilder
            ref={builder}
            id={id}
            value={fields}
            usedKeys={usedKeys}
            storedFields={storedFields}
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

/** Empty where the API does not tell. */
function usedKeysIn(details: RecordDetails | null): readonly UsedKey[] {
  const { used_keys: used, used_keys_searched: searched, submissions_total: total } = v.parse(formDetailsSchema, details ?? {});
  const isLeast = typeof searched === 'number' && typeof total === 'number' && searched < total;
  return (used ?? []).map((each) => ({ ...each, isLeast }));
}
