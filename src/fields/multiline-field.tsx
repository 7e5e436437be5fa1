import type { LinesField, MultilineField } from '#contract/fields/field.ts';
import { Textarea } from '#src/ui/textarea.tsx';
import { blankNote, type FieldComponentProps, FieldShell, textValue } from './field-shell.tsx';
import { rowsOf } from './field-outline.tsx';
import { Tags } from './tags.tsx';
import { limitOf } from './text-limit.ts';
import { useTextLimit } from './use-text-limit.ts';

export function MultilineFieldView(props: FieldComponentProps<MultilineField | LinesField>) {
  const { field, changed, disabled, onChange, onBlur } = props;
  const value = textValue(props.value);
  const text = useTextLimit({ value, limit: limitOf(field), changed, onChange });
  return (
    <FieldShell {...props} counter={text.counter} note={text.note ?? blankNote(field, value)}>
      {(control) => (
        <>
          <Textarea
            {...control}
            {...text.control}
            autosize
            rows={rowsOf(field)}
            name={field.key}
            placeholder={field.placeholder}
            disabled={disabled}
            onBlur={onBlur}
          />
          <Tags {...props} text={value} />
        </>
      )}
    </FieldShell>
  );
}
