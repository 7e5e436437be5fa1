import type { EmailField, TelephoneField, TextField, UrlField } from '#contract/fields/field.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import { blankNote, type FieldComponentProps, FieldShell, textValue } from './field-shell.tsx';
import { Tags } from './tags.tsx';
import { limitOf } from './text-limit.ts';
import { useTextLimit } from './use-text-limit.ts';

type Kind = TextField | UrlField | EmailField | TelephoneField;

/** Hints for the browser: which keyboard to show, and what autofill may offer. `type="url"` would add the browser's own validation. */
const hints = {
  text: { type: 'text', inputMode: 'text', spellCheck: true },
  url: { type: 'text', inputMode: 'url', spellCheck: false },
  email: { type: 'email', inputMode: 'email', spellCheck: false },
  telephone: { type: 'tel', inputMode: 'tel', spellCheck: false },
} as const;

export function TextFieldView(props: FieldComponentProps<Kind>) {
  const { field, changed, disabled, onChange, onBlur } = props;
  const value = textValue(props.value);
  const text = useTextLimit({ value, limit: limitOf(field), changed, onChange });
  const plain = field.kind !== 'text';
  return (
    <FieldShell {...props} counter={text.counter} note={text.note ?? blankNote(field, value)}>
      {(control) => (
        <>
          <TextInput
            {...control}
            {...text.control}
            {...hints[field.kind]}
            autoComplete="off"
            autoCapitalize={plain ? 'none' : undefined}
            name={field.key}
            placeholder={field.placeholder}
            disabled={disabled}
            onBlur={() => {
              const clean = field.kind === 'text' && field.format ? field.format.clean(value) : value;
              // A pasted tag becomes its code before the person reads on.
              if (changed && clean !== value) onChange(clean);
              onBlur();
            }}
          />
          <Tags {...props} text={value} />
        </>
      )}
    </FieldShell>
  );
}
