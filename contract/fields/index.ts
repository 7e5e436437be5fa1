import type * as v from 'valibot';
import type { ChoiceList } from '../entities/lists.ts';
import type { Category, SettingType, SettingWrite, WireValue } from '../entities/setting.ts';
import type { Json } from '../json.ts';
import { logoKind, radioKind, selectKind, themeColorKind } from './choice.ts';
import { codeKind } from './code.ts';
import { colorKind } from './color.ts';
import type { FieldDescriptor, FieldReading } from './descriptor.ts';
import { emailKind } from './email.ts';
import type { Field, FieldKind, FieldOf, FieldValue, TypedField } from './field.ts';
import { checkboxKind, toggleKind } from './flag.ts';
import { fileKind, formKind, imageKind, menuKind, recordKind } from './id.ts';
import { imagesKind, recordsKind } from './ids.ts';
import { numberKind, opacityKind, sliderKind } from './number.ts';
import { linesKind, multilineKind, telephoneKind, textKind } from './text.ts';
import { urlKind } from './url.ts';

/** What each kind means. Exhaustive: a new kind does not compile until it has a descriptor here, and a component in `src/fields/registry.tsx`. */
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
};

function descriptorOf<K extends FieldKind>(kind: K): FieldDescriptor<FieldOf<K>> {
  return descriptors[kind];
}

/** What a field starts with where nothing is stored. */
export function defaultValue(field: Field): FieldValue {
  return descriptorOf(field.kind).default(field);
}

/** Nothing typed, nothing chosen. White space is nothing, except in code. */
export function isBlank(field: Field, value: FieldValue): boolean {
  if (value === null) return true;
  if (typeof value === 'object') return value.length === 0;
  return typeof value === 'string' && (descriptorOf(field.kind).keepsSpace ? value : value.trim()) === '';
}

/** The field's complaint about a value, in the words that stand under it; null when it is fine. Used by both sides. */
export function validateField(field: Field, value: FieldValue): string | null {
  if (isBlank(field, value)) return field.required && !emptyBecomes(field) ? `${field.label} is required.` : null;
  return descriptorOf(field.kind).validate(field, value);
}

/** Reads a stored list by the field's kind. */
export function readWire(field: Field, stored: WireValue | undefined): FieldReading {
  return descriptorOf(field.kind).parse(field, stored);
}

/** The list that is sent: one item, or the ids of several things; nothing chosen is an empty list, which travels as null. */
export function toWire(field: Field, value: FieldValue): WireValue {
  return descriptorOf(field.kind).serialise(field, value);
}

/** The `type` that a save of the field carries; null for most kinds. */
export function wireType(field: Field): SettingType {
  return descriptorOf(field.kind).wireType?.(field) ?? null;
}

/** One entry of a settings save. `category` is the screen's, which a field's own overrules. */
export function toWrite(field: Field, category: Category, value: FieldValue): SettingWrite {
  return { key: field.key, value: toWire(field, value), category: field.category ?? category, type: wireType(field) };
}

/** A value that the field takes; from 1 on, each `n` has another one, as far as the kind has that many. Ids name nothing. */
export function sampleValue(field: Field, n = 1): FieldValue {
  return descriptorOf(field.kind).sample(field, n);
}

/** The shape that a field's value has in a record's body: what it holds, as it is, and null for nothing. */
export function bodySchemaOf(field: Field): v.GenericSchema<unknown, Json> {
  return descriptorOf(field.kind).bodySchema(field);
}

/** The longest text that a field takes, in characters; null for kinds that hold no text. */
export function maxLengthOf(field: Field): number | null {
  return descriptorOf(field.kind).maxLength?.(field) ?? null;
}

/** The list that a field chooses from; null for kinds that choose from none. */
export function choiceListOf(field: Field): ChoiceList | null {
  return descriptorOf(field.kind).choiceList?.(field) ?? null;
}

/** True of what changes a little at a time: letters, and the dragging of a slider or a colour. */
export function isTyped(field: Field): boolean {
  return descriptorOf(field.kind).isTyped === true;
}

/** True of texts of several lines. */
export function isMultiline(field: Field): boolean {
  return descriptorOf(field.kind).isMultiline === true;
}

/** True of texts of one line: white space at either end means nothing, and is not stored in a record. */
export function isTrimmed(field: Field): boolean {
  return maxLengthOf(field) !== null && !isMultiline(field);
}

/** What a blank save of the field stores instead, and the note that tells so; undefined where blank stays blank. */
export function emptyBecomes(field: Field): TypedField['emptyBecomes'] {
  return 'emptyBecomes' in field ? field.emptyBecomes : undefined;
}
