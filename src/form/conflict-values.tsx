import type { Field, FieldValue } from '#contract/fields/field.ts';
import { isMultiline } from '#contract/fields/index.ts';
import { isJsonObject, type JsonObject, toJson } from '#contract/json.ts';
import { css } from '#styled/css/index.js';
import { textValue } from '#src/fields/field-shell.tsx';
import { ValueView } from '#src/fields/value-view.tsx';
import type { ConflictPickerProps } from './conflict-picker.tsx';
import { formFieldsDiff } from './form-fields-diff.ts';

// Phrasing elements, since they stand inside a label.
const list = css({ display: 'flex', flexDirection: 'column', gap: '2' });
const nameStyle = css({ display: 'block', fontWeight: 'semibold', overflowWrap: 'anywhere' });
const lineStyle = css({ display: 'block', overflowWrap: 'anywhere' });
const muted = css({ display: 'block', color: 'text.muted', fontSize: 'sm' });

const fieldsIn = (value: FieldValue): readonly JsonObject[] => {
  const fields = toJson(value);
  return Array.isArray(fields) ? fields.filter((each) => isJsonObject(each)) : [];
};

/** Both values of a field for the conflict picker, which compares texts of several lines. */
export function conflictValues(field: Field, mine: FieldValue, theirs: FieldValue): ConflictPickerProps['values'] {
  if (isMultiline(field)) return { texts: [textValue(mine), textValue(theirs)] };
  if (field.kind === 'formFields') return formFieldsValues(mine, theirs);
  return { mine: <ValueView field={field} value={mine} />, theirs: <ValueView field={field} value={theirs} /> };
}

/** What differs between two lists of a form's fields, side by side: the same fields in the same order on both sides. */
function formFieldsValues(mine: FieldValue, theirs: FieldValue): ConflictPickerProps['values'] {
  const { differences, same } = formFieldsDiff(fieldsIn(mine), fieldsIn(theirs));
  const rest = same === 1 ? '1 more field is the same.' : `${same} more fields are the same.`;
  const side = (of: 'mine' | 'theirs') => (
    <span className={list}>
      {[...differences.entries()].map(([at, { name, [of]: lines }]) => (
        <span key={at}>
          <span className={nameStyle}>{name}</span>
          {lines.map((line) => (
            <span key={line} className={lineStyle}>
              {line}
            </span>
          ))}
        </span>
      ))}
      {same > 0 ? <span className={muted}>{rest}</span> : null}
    </span>
  );
  return { mine: side('mine'), theirs: side('theirs') };
}
