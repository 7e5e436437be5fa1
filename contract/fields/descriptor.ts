import type * as v from 'valibot';
import type { ChoiceList } from '../entities/lists.ts';
import type { SettingType, WireValue } from '../entities/setting.ts';
import type { Json } from '../json.ts';
import type { Field, FieldValue } from './field.ts';

/** A stored value as a field shows it; `malformed` has an unreadable stored value, which saving would replace. */
export interface FieldReading {
  readonly value: FieldValue;
  readonly malformed?: Json;
}

/**
 * The behaviour of a kind of field, for both sides: everything that does not depend on how it is drawn. `index.ts` has one for each kind.
 */
export interface FieldDescriptor<F extends Field> {
  /** The field's value where nothing is stored. */
  readonly default: (field: F) => FieldValue;
  /** The validation message for a value that is not blank; null when it is valid. Accepts any value, of whatever kind. */
  readonly validate: (field: F, value: FieldValue) => string | null;
  /** The message for a required field without a value, where it is not the usual one. */
  readonly required?: (field: F) => string;
  /** Reads a stored list. Lenient: other APIs store numbers and flags as text. */
  readonly parse: (field: F, stored: WireValue | undefined) => FieldReading;
  /** The list that is sent; null for no value. */
  readonly serialise: (field: F, value: FieldValue) => WireValue;
  /** A valid sample value; from 1 on, each `n` has another one, as far as the kind has that many. Sample ids name nothing. */
  readonly sample: (field: F, n: number) => FieldValue;
  /** The schema of the value in a record's body: the value itself, and null for none. */
  readonly bodySchema: (field: F) => v.GenericSchema<unknown, Json>;
  /** The value as the server stores it; by default as it is. */
  readonly normalise?: (field: F, value: Json) => Json;
  /**
   * Two changes of one value, merged: `mine` and `theirs` both began at `base`, which may be as it is stored. Null where they conflict. Absent:
   * two changes of such a value always do. `isOver`: both are of one person, and mine is the later one: it stands where they conflict.
   */
  readonly merge?: (
    field: F,
    base: Json | FieldValue,
    mine: Json | FieldValue,
    theirs: Json | FieldValue,
    isOver?: boolean,
  ) => FieldValue | null;
  /** For text kinds: the longest text that the field accepts, in characters. */
  readonly maxLength?: (field: F) => number;
  /** The list of the field's options. */
  readonly choiceList?: (field: F) => ChoiceList;
  /** The `type` that a save carries, where it is not null. */
  readonly wireType?: (field: F) => SettingType;
  /** Changes continuously, as by typing or dragging a slider: undo merges such changes. */
  readonly isTyped?: true;
  /** Text of several lines: conflicts are compared line by line. */
  readonly isMultiline?: true;
  /** White space alone is a value too. */
  readonly keepsSpace?: true;
}
