import type { ReactNode } from 'react';
import { type ControlProps, LabelledControl } from '#src/ui/field.tsx';
import { FieldMarks, FieldNotes } from '#src/ui/field-marks.tsx';
import type { FieldComponentProps } from './field-props.ts';

export interface FieldShellProps extends FieldComponentProps {
  readonly counter?: { readonly text: string; readonly warn: boolean } | null;
  readonly note?: string | null;
  /** Below the field's own help. */
  readonly hint?: ReactNode;
  readonly group?: boolean;
  readonly inline?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/** Surrounds the control of every kind: label, help, error, marks, and a note where the stored value is unreadable. */
export function FieldShell(props: FieldShellProps) {
  const { field, id, error, changed, pendingMark, malformed, warning, counter, note, hint, group, inline, onRevert, children } = props;
  const unreadable =
    malformed === undefined ? undefined : `What is stored can't be shown here (${shorten(JSON.stringify(malformed))}). Saving replaces it.`;
  return (
    <LabelledControl
      id={id}
      label={field.label}
      help={joinTexts(unlessError(field.help, error), unlessError(hint, error))}
      error={error}
      required={field.required}
      counter={counter}
      marks={<FieldMarks id={id} label={field.label} changed={changed} pendingMark={pendingMark} onRevert={onRevert} />}
      notes={<FieldNotes id={id} note={unreadable ?? note} warning={warning} />}
      warned={Boolean(warning)}
      changed={changed}
      group={group}
      inline={inline}
    >
      {children}
    </LabelledControl>
  );
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Leaves out a text that the error repeats. */
function unlessError<Text extends ReactNode>(text: Text, error: string | null | undefined): Text | undefined {
  return typeof text === 'string' && text.trim() === error?.trim() ? undefined : text;
}

function joinTexts(help: string | undefined, hint: ReactNode): ReactNode {
  if (!help || !hint) return help ?? hint;
  return (
    <>
      {help} {hint}
    </>
  );
}
