import type { Field, FieldValue } from '#contract/fields/field.ts';
import { isMultiline } from '#contract/fields/index.ts';
import { textValue } from '#src/fields/field-shell.tsx';
import { ValueView } from '#src/fields/value-view.tsx';
import { formFieldsValues } from './form-fields-conflict.tsx';
import type { ConflictPickerProps } from './conflict-picker.tsx';

/** Both values of a field for the conflict picker, which compares texts of several lines. */
export function conflictValues(field: Field, mine: FieldValue, theirs: FieldValue): ConflictPickerProps['values'] {
  if (isMultiline(field)) return { texts: [textValue(mine), textValue(theirs)] };
  if (field.kind === 'formFields') return formFieldsValues(mine, theirs);
  return { mine: <ValueView field={field} value={mine} />, theirs: <ValueView field={field} value={theirs} /> };
}
