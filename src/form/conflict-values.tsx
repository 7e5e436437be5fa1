import type { Field, FieldValue } from '#contract/fields/field.ts';
import { isMultiline } from '#contract/fields/index.ts';
import { textOf } from '#src/fields/field-props.ts';
import { ValueView } from '#src/fields/value-view.tsx';
import type { ConflictChoiceProps } from './conflict-choice.tsx';

/** Both values of a field, as they are set beside each other. Texts of several lines are compared instead. */
export function conflictValues(field: Field, mine: FieldValue, theirs: FieldValue): ConflictChoiceProps['values'] {
  if (isMultiline(field)) return { texts: [textOf(mine), textOf(theirs)] };
  return { mine: <ValueView field={field} value={mine} />, theirs: <ValueView field={field} value={theirs} /> };
}
