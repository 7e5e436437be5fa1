import type { ReactNode } from 'react';
import type { CodeField } from '#contract/fields/field.ts';
import { maxLengthOf } from '#contract/fields/index.ts';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { Textarea } from '#src/ui/textarea.tsx';
import { css } from '#styled/css/index.js';
import { describe, fieldIds } from '#src/ui/field-ids.ts';
import { type FieldComponentProps, FieldShell, textValue } from './field-shell.tsx';
import type { CodeEditorProps } from './code/code-editor.tsx';
import { tabIndents } from './code/tab-indents.ts';
import { counterOf, limitNote, type TextLimit } from './text-limit.ts';
import { useTextLimit } from './use-text-limit.ts';

const editor = lazyComponent<CodeEditorProps & { readonly plain: ReactNode }>(
  async () => (await import('./code/code-editor.tsx')).CodeEditor,
  ({ plain }) => plain,
);

const plainStyle = css({ '&&': { fontFamily: 'mono', fontSize: 'sm', minHeight: '[18rem]', whiteSpace: 'pre', overflowX: 'auto' } });

export function CodeFieldView(props: FieldComponentProps<CodeField>) {
  const { field, id, value, error, disabled, onChange, onBlur, onCodeChecked } = props;
  const max = maxLengthOf(field);
  const limit: TextLimit | null = max === null ? null : { kind: 'hard', characters: max };
  const text = textValue(value);
  const hint = tabIndents(field.language) ? 'Tab indents; Escape, then Tab leaves the editor. F8 goes to the next mark.' : null;
  const plain = <PlainCode {...props} limit={limit} />;
  return (
    <FieldShell {...props} counter={counterOf(text.length, limit)} note={limitNote(text.length, limit)} hint={hint} group>
      {() => (
        <LazyBoundary
          part={editor}
          pending={plain}
          props={{
            plain,
            id,
            label: field.label,
            description: [error, field.help, hint].filter(Boolean).join(' '),
            value: text,
            language: field.language,
            maxCharacters: max,
            disabled: disabled ?? false,
            invalid: error !== null,
            required: field.required ?? false,
            onChange,
            onChecked: onCodeChecked,
            onBlur,
          }}
        />
      )}
    </FieldShell>
  );
}

/** A plain text area, used while the editor loads and where it can't be loaded. */
function PlainCode(props: FieldComponentProps<CodeField> & { readonly limit: TextLimit | null }) {
  const { field, id, value, error, changed, disabled, limit, onChange, onBlur } = props;
  const { control } = useTextLimit({ value: textValue(value), limit, changed, onChange });
  return (
    <Textarea
      {...control}
      id={id}
      name={field.key}
      data-plain-code=""
      aria-labelledby={fieldIds(id).label}
      aria-describedby={describe(id, { help: true, error: error !== null })}
      aria-invalid={error === null ? undefined : true}
      className={plainStyle}
      spellCheck={false}
      autoCapitalize="none"
      disabled={disabled}
      onBlur={onBlur}
    />
  );
}
