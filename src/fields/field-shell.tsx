import { isBlankText } from '#contract/invisible.ts';
import { type Field, type FieldItem, type FieldValue, isItems, isSeveral } from '#contract/fields/field.ts';
import { emptyBecomes, isBlank } from '#contract/fields/index.ts';
import type { Contrast, WhatApplies } from '#contract/settings/screen.ts';
import type { EditNote } from '#machines/ports.ts';
import type { CodeProblem } from '#machines/settings-screen/settings-screen.types.ts';
import { Swatch } from '#src/ui/swatch.tsx';
import type { Json } from '#contract/json.ts';
import { placeEnding } from '#machines/settings-screen/label-places.ts';
import { css } from '#styled/css/index.js';
import { FieldMarks, FieldNotes } from '#src/ui/field-marks.tsx';
import { type ControlProps, LabelledControl } from '#src/ui/field.tsx';
import type { ComponentType, ReactNode } from 'react';

export interface FieldCounter {
  readonly text: string;
  readonly warn: boolean;
  /** It is there from the first letter on, so it has a place of its own. */
  readonly always?: boolean;
}

export interface FieldShellProps extends FieldComponentProps {
  readonly counter?: FieldCounter | null;
  readonly note?: string | null;
  /** Below the field's own help. */
  readonly hint?: ReactNode;
  readonly group?: boolean;
  readonly inline?: boolean;
  readonly takesMarks?: boolean;
  readonly children: (control: ControlProps, marks: ReactNode) => ReactNode;
}

/** Surrounds the control of every kind: label, help, error, marks, and a note where the stored value is unreadable. */
export function FieldShell(props: FieldShellProps) {
  const { field, id, error, changed, pendingMark, malformed, warning, counter, note, hint, group, inline, takesMarks, onRevert, children } =
    props;
  const unreadable =
    malformed === undefined ? undefined : `What is stored can't be shown here (${shorten(JSON.stringify(malformed))}). Saving replaces it.`;
  // An error of the same length would say the same once more.
  const shownNote = unreadable ?? (error === null ? note : null);
  return (
    <LabelledControl
      id={id}
      label={labelWithPlace(field.label, props.place)}
      help={withApplies(joinTexts(field.help, hint), props)}
      error={error}
      required={field.required}
      counter={counter}
      marks={<FieldMarks id={id} label={field.label} changed={changed} pendingMark={pendingMark} onRevert={onRevert} />}
      notes={<FieldNotes id={id} note={shownNote} warning={warning} />}
      hasNote={Boolean(shownNote)}
      warned={Boolean(warning)}
      changed={changed}
      voidReason={props.voidReason}
      canBeVoid={props.canBeVoid === true}
      group={group}
      inline={inline}
      takesMarks={takesMarks === true}
    >
      {children}
    </LabelledControl>
  );
}

const hidden = css({ srOnly: true });
const appliesStyle = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5' });

/** The help, and below it what applies while the field is blank. The line is always there, so that nothing moves when a value comes. */
function withApplies(help: ReactNode, { applies, field, value }: FieldComponentProps): ReactNode {
  if (!applies) return help;
  return (
    <>
      {help ? <div>{help}</div> : null}
      <div className={appliesStyle}>
        {`${isBlank(field, value) ? applies.source : `When empty, ${lowerFirst(applies.source)}`}: ${applies.text}`}
        {applies.color ? <Swatch color={applies.color} /> : null}
      </div>
    </>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The label of a field that is named by `nameWithPlace`, with its place for screen readers only. */
export function labelWithPlace(name: string, place: string | undefined): ReactNode {
  const end = place === undefined ? '' : placeEnding(place);
  if (end === '' || !name.endsWith(end)) return name;
  return (
    <>
      {name.slice(0, -end.length)}
      <span className={hidden}>{end}</span>
    </>
  );
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

function joinTexts(help: string | undefined, hint: ReactNode): ReactNode {
  if (!help || !hint) return help ?? hint;
  return (
    <>
      {help} {hint}
    </>
  );
}

/** The props of every field component. It has no state of its own, except for input that is not a value yet. */
export interface FieldComponentProps<F extends Field = Field> {
  readonly field: F;
  /** Where the field is, if another one of the screen has the same label: at the end of the field's label, for screen readers. */
  readonly place?: string;
  /** The control's id, for the label and for links from the error summary. */
  readonly id: string;
  readonly value: FieldValue;
  /** The stored value; fields with files and the fields of a form use it. */
  readonly stored?: FieldValue;
  readonly error: string | null;
  readonly changed: boolean;
  /** Beside the label: the mark of a pending change. */
  readonly pendingMark?: ReactNode;
  /** The stored value where it can't be read; saving replaces it. */
  readonly malformed?: Json;
  /** What the website uses while the value is blank. */
  readonly applies?: WhatApplies;
  /** Why the value has no effect now. */
  readonly voidReason?: string;
  /** Some value of another field makes it void. */
  readonly canBeVoid?: boolean;
  /** What a person should know before saving; undefined where the field never has a warning. */
  readonly warning?: string | null;
  /** Of a text colour: how well it reads on its background. */
  readonly contrast?: Contrast | null;
  /** Of a secret: whether one is stored. */
  readonly isSet?: boolean;
  readonly disabled?: boolean;
  /** Draws the fields inside the value, as those of an item. */
  readonly renderField?: ComponentType<FieldComponentProps>;
  /** `note`: from a field whose value has parts, such as the fields of a form. */
  readonly onChange: (value: FieldValue, note?: EditNote) => void;
  readonly onBlur: () => void;
  readonly onRevert: () => void;
  /** From a code field: where its text does not parse. */
  readonly onCodeChecked?: (text: string, problems: readonly CodeProblem[]) => void;
}

/** The value of a kind that holds text. */
export const textValue = (value: FieldValue): string => (typeof value === 'string' ? value : value === null ? '' : String(value));

/** The value of a kind that holds a choice or an id. */
export const choiceValue = (value: FieldValue): string | null => (typeof value === 'string' ? value : null);

/** The value of a kind that holds a number, or the typed text that is not a number. */
export const numberValue = (value: FieldValue): number | string | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null;

/** The value of a kind that holds several ids. */
export const idsValue = (value: FieldValue): readonly string[] => (isSeveral(value) ? value : nothing);
const nothing: readonly string[] = [];

/** The value of a kind that holds a list of items. */
export const itemsValue = (value: FieldValue): readonly FieldItem[] => (isItems(value) ? value : noItems);
const noItems: readonly FieldItem[] = [];

/** Tells what is stored in place of a blank value, for fields that define that. */
export function blankNote(field: Field, text: string): string | null {
  return isBlankText(text) ? (emptyBecomes(field)?.note ?? null) : null;
}
