import type * as v from 'valibot';
import type { ChoiceList } from '../entities/lists.ts';
import type { SettingType, WireValue } from '../entities/setting.ts';
import type { Json } from '../json.ts';
import type { Field, FieldValue } from './field.ts';

/** A stored value as a field shows it; `malformed` keeps what could not be read, which saving would replace. */
export interface FieldReading {
  readonly value: FieldValue;
  readonly malformed?: Json;
}

/** What a kind of field means, for both sides: all that does not depend on how it is drawn. `index.ts` has one of each kind. */
export interface FieldDescriptor<F extends Field> {
  /** What a field holds where nothing is stored. */
  readonly default: (field: F) => FieldValue;
  /** The complaint about a value that is not blank; null when it is fine. Takes any value, of whatever kind. */
  readonly validate: (field: F, value: FieldValue) => string | null;
  /** Reads a stored list. Lenient: other APIs store numbers and flags as text. */
  readonly parse: (field: F, stored: WireValue | undefined) => FieldReading;
  /** The list that is sent; null for nothing. */
  readonly serialise: (field: F, value: FieldValue) => WireValue;
  /** A value that the field takes; from 1 on, each `n` has another one, as far as the kind has that many. Ids name nothing. */
  readonly sample: (field: F, n: number) => FieldValue;
  /** The shape that the value has in a record's body: what it holds, as it is, and null for nothing. */
  readonly bodySchema: (field: F) => v.GenericSchema<unknown, Json>;
  /** Of text kinds: the longest text that the field takes, in characters. */
  readonly maxLength?: (field: F) => number;
  /** The list that the field chooses from. */
  readonly choiceList?: (field: F) => ChoiceList;
  /** The `type` that a save carries, where it is not null. */
  readonly wireType?: (field: F) => SettingType;
  /** Changes a little at a time, as letters and the dragging of a slider do: undo takes such changes for one. */
  readonly isTyped?: true;
  /** Text of several lines: two of them are compared line by line. */
  readonly isMultiline?: true;
  /** White space alone is a value too. */
  readonly keepsSpace?: true;
}
