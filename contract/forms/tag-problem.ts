import type { Field, FieldTags } from '../fields/field.ts';
import { type FormEntry, formFieldNames, isInput, isReadField, readFormFields } from './form-field.ts';
import { keyOfTag } from './tags.ts';

/**
 * Why a text can't have a tag of these fields of a form: where the tag is the whole text, the field has to be of certain types. A tag of no
 * field is no problem here, since the field may come. Both sides ask.
 */
export function tagProblem({ types, isWhole }: Omit<FieldTags, 'of'>, text: string, fields: readonly FormEntry[]): string | null {
  const key = isWhole ? keyOfTag(text.trim()) : null;
  const found = fields.filter(isReadField).find((field) => isInput(field) && field.key === key);
  if (!types || !found || types.some((type) => type === found.type)) return null;
  const wanted = types.map((type) => formFieldNames[type].toLowerCase()).join(' or ');
  return `“${found.label}” is not an ${wanted} field. Choose one that is, or enter an address.`;
}

/** Fields of a part of a form, whose tags are checked by the form's fields. `read`: the form's value of that key at the time of a check. */
export function withTagProblems(fields: readonly Field[], read: (key: string) => unknown): readonly Field[] {
  return fields.map((field) => {
    if (field.kind !== 'text' || !field.tags || !field.format) return field;
    const { tags, format } = field;
    const problem = (text: string) => format.problem(text) ?? tagProblem(tags, text, readFormFields(read(tags.of)));
    return { ...field, format: { ...format, problem } };
  });
}
