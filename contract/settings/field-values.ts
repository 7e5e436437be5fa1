import type { ChoiceList } from '../entities/lists.ts';
import type { ColorField, Field, FieldValue, TypedField } from '../fields/field.ts';

/** True of what kinds hold that hold several things. */
export function isSeveral(value: FieldValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

/** The list that a field chooses from; null for kinds that choose from none. */
export function choiceListOf(field: Field): ChoiceList | null {
  switch (field.kind) {
    case 'menu':
    case 'form':
      return field.kind;
    case 'record':
    case 'records':
      return field.list;
    default:
      return null;
  }
}

/** What a field starts with where nothing is stored. */
export function defaultValue(field: Field): FieldValue {
  switch (field.kind) {
    case 'checkbox':
    case 'toggle':
      return field.default ?? false;
    case 'image':
    case 'file':
    case 'menu':
    case 'form':
    case 'record':
      return null;
    case 'images':
    case 'records':
      return [];
    case 'number':
    case 'opacity':
    case 'slider':
    case 'select':
    case 'radio':
    case 'themeColor':
    case 'logo':
      return field.default ?? null;
    default:
      return (field satisfies TypedField | ColorField).default ?? '';
  }
}

/** What a blank save of the field stores instead, and the note that tells so; undefined where blank stays blank. */
export function emptyBecomes(field: Field): TypedField['emptyBecomes'] {
  return 'emptyBecomes' in field ? field.emptyBecomes : undefined;
}
