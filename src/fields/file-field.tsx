import { useState } from 'react';
import type { FileField, ImageField } from '#contract/settings/field.ts';
import { limits } from '#contract/limits.ts';
import { FileDrop } from '#src/ui/file-drop.tsx';
import { useFieldData } from './field-data.ts';
import { choiceOf, type FieldComponentProps } from './field-props.ts';
import { FieldShell } from './field-shell.tsx';
import { acceptAttribute, fileProblem } from './file-check.ts';
import { NotAvailable } from './not-available.tsx';

export function FileFieldView(props: FieldComponentProps<ImageField | FileField>) {
  const { field, value, error, disabled, onChange, onBlur } = props;
  const { files } = useFieldData();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <FieldShell {...props} error={problem ?? error}>
      {({ 'aria-required': _required, ...control }) =>
        files ? (
          <FileDrop
            {...control}
            label={field.label}
            picture={field.kind === 'image'}
            state={files.view(field.key, choiceOf(value))}
            accept={acceptAttribute(field.accept)}
            hint={`${field.accept.join(', ')}; at most ${limits.uploadBytes / 1_000_000} MB.`}
            disabled={disabled}
            onFile={(file) => {
              const refusal = fileProblem(file, field.accept);
              setProblem(refusal);
              if (refusal === null) files.upload(field.key, file, onChange);
              onBlur();
            }}
            onClear={() => {
              setProblem(null);
              onChange(null);
              onBlur();
            }}
          />
        ) : (
          <NotAvailable what={field.label} />
        )
      }
    </FieldShell>
  );
}
