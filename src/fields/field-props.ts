import { type Field, type FieldValue, isSeveral, type LinesField, type MultilineField } from '#contract/fields/field.ts';
import type { Json } from '#contract/json.ts';
import type { ReactNode } from 'react';

/** What every field component gets. It keeps nothing of its own but what is half typed. */
export interface FieldComponentProps<F extends Field = Field> {
  readonly field: F;
  /** The control's id, for the label and for links from the error summary. */
  readonly id: string;
  readonly value: FieldValue;
  /** What is stored; only fields with files ask for it. */
  readonly stored?: FieldValue;
  readonly error: string | null;
  readonly changed: boolean;
  /** Beside the label: how a pending change of it stands. */
  readonly waiting?: ReactNode;
  /** What is stored and could not be read; saving replaces it. */
  readonly malformed?: Json;
  /** What should be known before saving; undefined where the field never has such. */
  readonly warning?: string | null;
  /** Of a secret: whether one is stored. */
  readonly isSet?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: FieldValue) => void;
  readonly onBlur: () => void;
  readonly onRevert: () => void;
}

/** How many lines a text of several lines shows at once. */
export const rowsOf = (field: MultilineField | LinesField): number => field.rows ?? (field.kind === 'lines' ? 8 : 4);

/** The value of a kind that holds text. */
export const textValue = (value: FieldValue): string => (typeof value === 'string' ? value : value === null ? '' : String(value));

/** The value of a kind that holds a choice or an id. */
export const choiceValue = (value: FieldValue): string | null => (typeof value === 'string' ? value : null);

/** The value of a kind that holds a number, or what was typed in its place. */
export const numberValue = (value: FieldValue): number | string | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null;

/** The value of a kind that holds several ids. */
export const idsValue = (value: FieldValue): readonly string[] => (isSeveral(value) ? value : nothing);
const nothing: readonly string[] = [];
