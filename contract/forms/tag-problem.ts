import type { Field, FieldTags } from '../fields/field.ts';
import { type FormEntry, formFieldNames, isInput, isReadField, readFormFields } from './form-field.ts';
import type { TextFormat } from '../fields/text-format.ts';
import { keyOfTag, keysInTags, tagOf, unclosedTag } from './tags.ts';

const anyText: TextFormat = { clean: (text) => text, problem: () => null, sample: (n) => `Sample ${n}` };

/** Of a form with more fields, the first ones are examples enough. */
const mostNamed = 10;

/**
 * Why a text can't have its tags: each has to be that of a field of the form, and where the tag is the whole text, of a field of certain
 * types. A form with fields that can't be read may have any. Both sides ask.
 */
export function tagProblem({ types, isWhole }: Omit<FieldTags, 'of'>, text: string, fields: readonly FormEntry[]): string | null {
  const inputs = fields.filter(isReadField).filter(isInput);
  const unclosed = unclosedTag(text);
  if (unclosed !== null) return `The tag in “${unclosed}” has no end. A tag is a key in double braces, such as {{email}}.`;
  const unknown = keysInTags(text).filter((each) => !inputs.some((field) => field.key === each));
  if (unknown.length > 0 && fields.every(isReadField)) {
    const named = inputs.slice(0, mostNamed).map((field) => tagOf(field.key));
    const others = inputs.length > mostNamed ? ` and ${inputs.length - mostNamed} more` : '';
    const known = named.length === 0 ? 'The form has no fields yet.' : `The form has ${named.join(', ')}${others}.`;
    return `No field of the form has the tag ${unknown.map(tagOf).join(', ')}. ${known}`;
  }
  const key = isWhole ? keyOfTag(text.trim()) : null;
  const found = inputs.find((field) => field.key === key);
  if (!types || !found || types.some((type) => type === found.type)) return null;
  const wanted = types.map((type) => formFieldNames[type].toLowerCase()).join(' or ');
  return `“${found.label}” is not an ${wanted} field. Choose one that is, or enter an address.`;
}

/** Fields of a part of a form, whose tags are checked by the form's fields. `read`: the form's value of that key at the time of a check. */
export function withTagProblems(fields: readonly Field[], read: (key: string) => unknown): readonly Field[] {
  return fields.map((field) => {
    if ((field.kind !== 'text' && field.kind !== 'multiline') || !field.tags) return field;
    const { tags, format = anyText } = field;
    const problem = (text: string) => {
      const fieldsOfForm = read(tags.of);
      // A form that this device does not have yet: the server checks.
      return format.problem(text) ?? (Array.isArray(fieldsOfForm) ? tagProblem(tags, text, readFormFields(fieldsOfForm)) : null);
    };
    return { ...field, format: { ...format, problem } };
  });
}
