import { isBlankText } from '../invisible.ts';
import type * as v from 'valibot';
import type { ChoiceList } from '../entities/lists.ts';
import type { Category, SettingType, SettingWrite, WireValue } from '../entities/setting.ts';
import type { Json } from '../json.ts';
import { logoKind, radioKind, selectKind, themeColorKind } from './choice.ts';
import { codeKind } from './code.ts';
import { colorKind } from './color.ts';
import type { FieldDescriptor, FieldReading } from './descriptor.ts';
import { emailKind, urlKind } from './address.ts';
import type { Field, FieldKind, FieldOf, FieldValue, TypedField } from './field.ts';
import { checkboxKind, toggleKind } from './flag.ts';
import { fileKind, formKind, imageKind, menuKind, recordKind } from './id.ts';
import { formFieldsKind } from './form-fields.ts';
import { imagesKind, recordsKind } from './ids.ts';
import { itemsKind } from './items.ts';
import { numberKind, opacityKind, sliderKind } from './number.ts';
import { linesKind, multilineKind, telephoneKind, textKind } from './text.ts';

/**
 * The descriptor of each kind. Exhaustive: a new kind does not compile until it has a descriptor here, and a component in
 * `src/fields/registry.tsx`.
 */
const descriptors: { readonly [K in FieldKind]: FieldDescriptor<FieldOf<K>> } = {
  text: textKind,
  multiline: multilineKind,
  lines: linesKind,
  url: urlKind,
  email: emailKind,
  telephone: telephoneKind,
  code: codeKind,
  number: numberKind,
  opacity: opacityKind,
  checkbox: checkboxKind,
  toggle: toggleKind,
  select: selectKind,
  radio: radioKind,
  color: colorKind,
  themeColor: themeColorKind,
  logo: logoKind,
  image: imageKind,
  file: fileKind,
  menu: menuKind,
  form: formKind,
  slider: sliderKind,
  images: imagesKind,
  record: recordKind,
  records: recordsKind,
  items: itemsKind,
  formFields: formFieldsKind,
};

function descriptorOf<K extends FieldKind>(kind: K): FieldDescriptor<FieldOf<K>> {
  return descriptors[kind];
}

/** The field's value where nothing is stored. */
export function defaultValue(field: Field): FieldValue {
  return descriptorOf(field.kind).default(field);
}

/** Nothing typed, nothing selected. White space counts as nothing, except in code. */
export function isBlank(field: Field, value: FieldValue): boolean {
  if (value === null) return true;
  if (typeof value === 'object') return value.length === 0;
  return typeof value === 'string' && (descriptorOf(field.kind).keepsSpace ? value === '' : isBlankText(value));
}

/** The validation message for a value, which is shown under the field; null when it is valid. Used by both sides. */
export function validateField(field: Field, value: FieldValue): string | null {
  const { validate, required } = descriptorOf(field.kind);
  if (isBlank(field, value)) return field.required && !emptyBecomes(field) ? (required?.(field) ?? `${field.label} is required.`) : null;
  return validate(field, value);
}

/** Reads a stored list by the field's kind. */
export function readWire(field: Field, stored: WireValue | undefined): FieldReading {
  return descriptorOf(field.kind).parse(field, stored);
}

/** The list that is sent: one item, or several ids; no selection is an empty list, which is null on the wire. */
export function toWire(field: Field, value: FieldValue): WireValue {
  return descriptorOf(field.kind).serialise(field, value);
}

/** The `type` that a save of the field carries; null for most kinds. */
export function wireType(field: Field): SettingType {
  return descriptorOf(field.kind).wireType?.(field) ?? null;
}

/** One entry of a settings save. `category` is the screen's; a field's own category takes precedence. */
export function toWrite(field: Field, category: Category, value: FieldValue): SettingWrite {
  return { key: field.key, value: toWire(field, value), category: field.category ?? category, type: wireType(field) };
}

/** A valid sample value; from 1 on, each `n` has another one, as far as the kind has that many. Sample ids name nothing. */
export function sampleValue(field: Field, n = 1): FieldValue {
  return descriptorOf(field.kind).sample(field, n);
}

/** The schema of a field's value in a record's body: the value itself, and null for none. */
export function bodySchemaOf(field: Field): v.GenericSchema<unknown, Json> {
  return descriptorOf(field.kind).bodySchema(field);
}

/** The longest text that a field accepts, in characters; null for kinds without text. */
export function maxLengthOf(field: Field): number | null {
  return descriptorOf(field.kind).maxLength?.(field) ?? null;
}

/** The list of a field's options; null for kinds without options. */
export function choiceListOf(field: Field): ChoiceList | null {
  return descriptorOf(field.kind).choiceList?.(field) ?? null;
}

/** The lists of the options of a field, and of the fields of its items. */
export function choiceListsOf(field: Field): readonly ChoiceList[] {
  if (field.kind === 'items') return field.fields.flatMap(choiceListsOf);
  const list = choiceListOf(field);
  return list === null ? [] : [list];
}

/** A field's value as the server stores it; null where it is stored as it is, as a secret is. */
export function normaliserOf(field: Field): ((value: Json) => Json) | null {
  const { normalise } = descriptorOf(field.kind);
  return normalise && field.secret !== true ? (value) => normalise(field, value) : null;
}

/**
 * Two changes of a value since `base`, together; null where they meet, or where the kind's value has no parts. `isOver`: mine is a later change
 * of the same person, and stands where they meet.
 */
export function mergeValues(
  field: Field,
  ...changes: [base: Json | FieldValue, mine: Json | FieldValue, theirs: Json | FieldValue, isOver?: boolean]
): FieldValue | null {
  return descriptorOf(field.kind).merge?.(field, ...changes) ?? null;
}

/** True for values of which two changes can be merged. */
export function hasParts(field: Field): boolean {
  return descriptorOf(field.kind).merge !== undefined;
}

/** True for values that change continuously: by typing, or dragging a slider or a colour. */
export function isTyped(field: Field): boolean {
  return descriptorOf(field.kind).isTyped === true;
}

/** True for texts of several lines. */
export function isMultiline(field: Field): boolean {
  return descriptorOf(field.kind).isMultiline === true;
}

/** The value that a blank save of the field stores instead, and the note that says so; undefined where blank stays blank. */
export function emptyBecomes(field: Field): TypedField['emptyBecomes'] {
  return 'emptyBecomes' in field ? field.emptyBecomes : undefined;
}
