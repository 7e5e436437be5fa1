import { isBlankText } from '#contract/invisible.ts';
import {
  type FormEntry,
  type FormField,
  type FormFieldType,
  formFieldDefaults,
  formFieldNames,
  hasChoices,
  isInput,
  keyOfLabel,
  nameOfLabel,
  type UnreadField,
} from '#contract/forms/form-field.ts';
import { isJsonObject } from '#contract/json.ts';
import { limits } from '#contract/limits.ts';
import { applyOptionEdit } from './form-builder.options.ts';
import type { BuilderField, FieldEdit } from './form-builder.types.ts';

/** The keys of all fields but one. */
export const keysOf = (fields: readonly BuilderField[], but: string | null = null): readonly string[] =>
  fields.flatMap(({ id, field }) => (id === but || field.type === 'unread' || !isInput(field) ? [] : [field.key]));

/** A new field, valid as it is. */
export function newField(type: FormFieldType, taken: readonly string[]): FormField {
  const label = type === 'columns' || type === 'paragraph' ? '' : formFieldNames[type];
  return {
    type,
    key: keyOfLabel(label || formFieldNames[type], taken),
    name: nameOfLabel(label || formFieldNames[type]),
    label,
    ...formFieldDefaults,
    ...(type === 'paragraph' ? { content: 'Text' } : {}),
    ...(hasChoices({ type }) ? { values: ['Option 1', 'Option 2'].map((value) => ({ value, label: value })) } : {}),
  };
}

/** A field as people know it: its label, or its type's name. */
export function nameOfField(field: FormEntry): string {
  if (field.type === 'unread') return unreadName(field);
  const text = field.type === 'paragraph' ? (field.content.trim().split('\n')[0] ?? '') : field.label.trim();
  return text === '' ? formFieldNames[field.type] : text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function unreadName({ stored }: UnreadField): string {
  const label = isJsonObject(stored) ? stored['label'] : null;
  return typeof label === 'string' && !isBlankText(label) ? label.trim().slice(0, 60) : 'Unknown field';
}

/**
 * Whether a field's key follows its label: as long as it is the one that the label suggests, and neither what is stored nor a submission has
 * it.
 */
export function followsLabel({ key, label }: FormField, others: readonly string[], fixed: readonly string[]): boolean {
  if (fixed.includes(key)) return false;
  return key === keyOfLabel(label, others) || key.replace(/_\d+$/u, '') === keyOfLabel(label);
}

/** The most characters of each text of a field. */
export const mostCharacters = {
  label: limits.formLabelCharacters,
  placeholder: limits.formLabelCharacters,
  help: limits.shortTextCharacters,
  key: limits.formKeyCharacters,
  content: limits.longTextCharacters,
} as const;

/** The field with one change of its editor. `others`: the keys of the other fields; `fixed`: keys that stay as they are. */
export function applyEdit(field: FormField, edit: FieldEdit, others: readonly string[], fixed: readonly string[]): FormField {
  switch (edit.part) {
    case 'label': {
      const label = edit.value.slice(0, mostCharacters.label);
      const isFollowing = isInput(field) && followsLabel(field, others, fixed);
      return { ...field, label, name: nameOfLabel(label), ...(isFollowing ? { key: keyOfLabel(label, [...others, ...fixed]) } : {}) };
    }
    case 'key':
    case 'placeholder':
    case 'help':
    case 'content':
      return { ...field, [edit.part]: edit.value.slice(0, mostCharacters[edit.part]) };
    case 'required':
      return { ...field, required: edit.value };
    case 'width':
      return { ...field, width: edit.value };
    case 'default':
      return { ...field, default: edit.value };
    case 'values':
      return applyOptionEdit(field, edit.edit);
  }
}

const partNames: { readonly [P in FieldEdit['part']]: string } = {
  label: 'label',
  key: 'key',
  placeholder: 'placeholder',
  help: 'help text',
  content: 'content',
  required: 'required',
  width: 'width',
  default: 'default',
  values: 'values',
};

/** "label of Email" */
export const editLabel = (field: FormField, { part }: FieldEdit): string => `${partNames[part]} of ${nameOfField(field)}`;

/** What an edit types in; null where it is no typing. */
export function typingOf(edit: FieldEdit): string | null {
  if (edit.part === 'values') return edit.edit.kind === 'type' ? `values/${edit.edit.at}` : null;
  return typeof edit.value === 'string' && edit.part !== 'width' ? edit.part : null;
}
