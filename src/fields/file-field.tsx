import type { FileField, ImageField } from '#contract/fields/field.ts';
import { limits } from '#contract/limits.ts';
import { extensionsOf } from '#contract/uploads.ts';
import { useState } from 'react';
import { FileDrop } from '#src/ui/file-drop.tsx';
import { type FieldData, useFieldData } from './field-data.ts';
import { choiceValue, type FieldComponentProps, FieldShell } from './field-shell.tsx';
import { NotAvailable } from './not-available.tsx';

type FileFieldProps = FieldComponentProps<ImageField | FileField>;

export function FileFieldView(props: FileFieldProps) {
  const { useFile, websiteId = '' } = useFieldData();
  if (useFile) return <FileOf {...props} useFile={useFile} websiteId={websiteId} />;
  return <FieldShell {...props}>{() => <NotAvailable what={props.field.label} />}</FieldShell>;
}

interface FileOfProps extends FileFieldProps {
  readonly useFile: NonNullable<FieldData['useFile']>;
  readonly websiteId: string;
}

function FileOf({ useFile, websiteId, ...props }: FileOfProps) {
  const { onFileDropped = () => undefined } = useFieldData();
  const { field, value, stored = null, error, disabled, onChange, onBlur } = props;
  const change = (fileId: string | null) => {
    onChange(fileId);
    onBlur();
  };
  // Said of the value that stood then: another one by Undo or Revert ends it.
  const [refused, setRefused] = useState<{ readonly message: string; readonly of: typeof value } | null>(null);
  const tooMany = refused?.of === value ? refused.message : null;
  const extensions = extensionsOf(field);
  const saysSize = field.help?.includes(' MB') ?? false;
  const file = useFile({
    websiteId,
    settingKey: field.key,
    accept: extensions,
    fileId: choiceValue(value),
    storedId: choiceValue(stored),
    onChange: change,
    onDropped: onFileDropped,
  });
  const { state, problem, onFile, onRemove, onCancel, onRetry } = file;
  return (
    <FieldShell {...props} error={tooMany ?? problem ?? error}>
      {({ 'aria-required': _required, ...control }) => (
        <FileDrop
          {...control}
          label={field.label}
          picture={field.kind === 'image'}
          state={state}
          accept={extensions.join(',')}
          hint={`${extensions.join(', ')}${saysSize ? '' : `; at most ${limits.uploadBytes / 1_000_000} MB`}. Choose it, drop it here, or paste it.`}
          disabled={disabled}
          onFile={(chosen) => {
            setRefused(null);
            onFile(chosen);
          }}
          onSeveral={(count) =>
            setRefused({ message: `This field holds one file, and these are ${count}. Choose one of them.`, of: value })
          }
          onClear={() => {
            setRefused(null);
            onRemove();
          }}
          onCancel={onCancel}
          onRetry={
            onRetry &&
            (() => {
              setRefused(null);
              onRetry();
            })
          }
        />
      )}
    </FieldShell>
  );
}
