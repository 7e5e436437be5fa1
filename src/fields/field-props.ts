import { type Field, type FieldValue, isSeveral, type LinesField, type MultilineField } from '#contract/fields/field.ts';
import type { Json } from '#contract/json.ts';
import type { ReactNode } from 'react';

/** The props of every field component. It has no state of its own, except for input that is not a value yet. */
export interface FieldComponentProps<F extends Field = Field> {
  readonly field: F;
  /** The control's id, for the label and for links from the error summary. */
  readonly id: string;
  readonly value: FieldValue;
  /** The stored value; only fields with files use it. */
  readonly stored?: FieldValue;
  readonly error: string | null;
  readonly changed: boolean;
  /** Beside the label: the mark of a pending change. */
  readonly pendingMark?: ReactNode;
  /** The stored value where it can't be read; saving replaces it. */
  readonly malformed?: Json;
  /** What a person should know before saving; undefined where the field never has a warning. */
  readonly warning?: string | null;
  /** Of a secret: whether one is stored. */
  readonly isSet?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: FieldValue) => void;
  readonly onBlur: () => void;
  readonly onRevert: () => void;
}

/** How many lines a multi-line field shows at once. */
export const rowsOf = (field: MultilineField | LinesField): number => field.rows ?? (field.kind === 'lines' ? 8 : 4);

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
