import type { Json } from '../json.ts';
import { blankValue, type ResourceDefinition, type Values } from '../resources/define.ts';
import type { Field } from '../fields/field.ts';
import { isShown } from '../settings/screen.ts';

/** A value that the field takes, different for each word (letters and hyphens). What names another record or a file stays empty. */
function sampleValue(field: Field, word: string): Json {
  const text = `${field.label} ${word}`;
  switch (field.kind) {
    case 'url':
      return field.accepts === 'any' ? `/${word}/${field.key}` : `https://${word}.example/${field.key}`;
    case 'email':
      return `${word}@bay.example`;
    case 'telephone':
      return '02 9000 1111';
    case 'text':
      return field.digits ? '12' : text;
    case 'multiline':
    case 'lines':
    case 'code':
      return text;
    case 'number':
      return field.min ?? 1;
    case 'opacity':
      return 0.5;
    case 'slider':
      return field.min ?? 35;
    case 'color':
      return '#1a2b3c';
    case 'select':
    case 'radio':
    case 'themeColor':
    case 'logo':
      return field.options[0]?.value ?? null;
    case 'checkbox':
    case 'toggle':
    case 'image':
    case 'file':
    case 'menu':
    case 'form':
    case 'record':
    case 'images':
    case 'records':
      return blankValue(field);
  }
}

/** The values of a valid record, as a form would send them: of the fields that it shows. */
export function sampleRecord({ fields }: Pick<ResourceDefinition, 'fields'>, word: string): Values {
  const values = new Map(fields.map((field) => [field.key, sampleValue(field, word)]));
  const plain = (key: string) => {
    const value = values.get(key);
    return typeof value === 'object' ? null : value;
  };
  const scope = { theme: null, value: plain, setting: () => undefined };
  return Object.fromEntries(fields.filter(({ when }) => isShown(when, scope)).map(({ key }) => [key, values.get(key) ?? null]));
}
