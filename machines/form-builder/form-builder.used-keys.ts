import { type FormEntry, type FormField, isInput, isReadField } from '#contract/forms/form-field.ts';
import { keysOf } from './form-builder.fields.ts';
import type { FormBuilderContext } from './form-builder.types.ts';

const isOwnKey = (field: FormEntry): field is FormField => isReadField(field) && isInput(field);

const storedKeysOf = ({ storedFields }: Pick<FormBuilderContext, 'storedFields'>): readonly string[] =>
  storedFields.filter(isOwnKey).map(({ key }) => key);

export const isUsedKey = ({ usedKeys }: FormBuilderContext, key: string): boolean => usedKeys.some((used) => used.key === key);

/** Keys that a new field can't have: values under them are another field's. */
export const fixedKeysOf = (context: Pick<FormBuilderContext, 'usedKeys' | 'storedFields'>): readonly string[] => [
  ...context.usedKeys.map(({ key }) => key),
  ...storedKeysOf(context),
];

/**
 * The key that a field is stored with. A draft or an undo may have given the field another one. It is looked for then among the stored fields
 * of the same type whose key no field has now: the first with the same label, else the one at the same position.
 */
function storedKeyOf({ fields, storedFields }: FormBuilderContext, id: string): string | null {
  const at = fields.findIndex((each) => each.id === id);
  const field = fields[at]?.field;
  if (field === undefined || !isOwnKey(field)) return null;
  if (storedKeysOf({ storedFields }).includes(field.key)) return field.key;
  const present = keysOf(fields, id);
  const isFree = (stored: FormEntry | undefined): stored is FormField =>
    stored !== undefined && isOwnKey(stored) && stored.type === field.type && !present.includes(stored.key);
  const [sameLabel] = storedFields.filter(isFree).filter(({ label }) => label === field.label);
  const samePlace = storedFields[at];
  return sameLabel?.key ?? (isFree(samePlace) ? samePlace.key : null);
}

/** What another key than the stored one does to what was sent; null: nothing. */
export function keyWarningOf(context: FormBuilderContext, id: string, key: string): string | null {
  const stored = storedKeyOf(context, id);
  if (stored === null || stored === key) return null;
  const used = context.usedKeys.find((each) => each.key === stored);
  if (used === undefined || used.submissions === 0) return null;
  const { submissions, isLeast } = used;
  const count = `${isLeast ? 'At least ' : ''}${submissions.toLocaleString('en')} ${submissions === 1 ? 'submission has' : 'submissions have'}`;
  return `${count} a value under “${stored}”. What is sent under ${key === '' ? 'another key' : `“${key}”`} is kept apart from that.`;
}
