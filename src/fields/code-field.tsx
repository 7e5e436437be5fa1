import { lazy, Suspense } from 'react';
import type { CodeField } from '#contract/fields/field.ts';
import { maxLengthOf } from '#contract/fields/index.ts';
import { LoadGuard } from '#src/ui/load-guard.tsx';
import { Textarea } from '#src/ui/textarea.tsx';
import { css } from '#styled/css/index.js';
import { describe, fieldIds } from '#src/ui/field-ids.ts';
import { type FieldComponentProps, FieldShell, textValue } from './field-shell.tsx';
import { tabIndents } from './code/tab-indents.ts';
import { counterOf, limitNote, type TextLimit } from './text-limit.ts';
import { useTextLimit } from './use-text-limit.ts';

const Editor = lazy(() => import('./code/code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

const plain = css({ '&&': { fontFamily: 'mono', fontSize: 'sm', minHeight: '[18rem]', whiteSpace: 'pre', overflowX: 'auto' } });

export function CodeFieldView(props: FieldComponentProps<CodeField>) {
  const { field, id, value, error, disabled, onChange, onBlur, onCodeChecked } = props;
  const max = maxLengthOf(field);
  const limit: TextLimit | null = max === null ? null : { kind: 'hard', characters: max };
  const text = textValue(value);
  const hint = tabIndents(field.language) ? 'Tab indents; Escape, then Tab leaves the editor. F8 goes to the next mark.' : null;
  const fallback = <PlainCode {...props} limit={limit} />;
  return (
    <FieldShell {...props} counter={counterOf(text.length, limit)} note={limitNote(text.length, limit)} hint={hint} group>
      {() => (
        <LoadGuard fallback={fallback}>
          <Suspense fallback={fallback}>
            <Editor
              id={id}
              label={field.label}
              description={[error, field.help, hint].filter(Boolean).join(' ')}
              value={text}
              language={field.language}
              maxCharacters={max}
              disabled={disabled ?? false}
              invalid={error !== null}
              required={field.required ?? false}
              onChange={onChange}
              onChecked={onCodeChecked}
              onBlur={onBlur}
            />
          </Suspense>
        </LoadGuard>
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
      className={plain}
      spellCheck={false}
      autoCapitalize="none"
      disabled={disabled}
      onBlur={onBlur}
    />
  );
}
