import type { Field } from '#contract/settings/field.ts';

/** A value that the field takes, different for each word. */
export function validValue(field: Field, word: string): string | boolean {
  switch (field.kind) {
    case 'url':
      return `https://${word}.example/${field.key}`;
    case 'text':
      return `${field.label} ${word}`;
    case 'multiline':
    case 'lines':
      return `${field.key} ${word}\nSecond line`;
    case 'code':
      return field.language === 'css' ? `.${word} { color: red; }` : `<!-- ${field.key} ${word} -->`;
    case 'checkbox':
    case 'toggle':
      return word === 'online';
    default:
      throw new Error(`No screen has had a field of the kind ${field.kind} yet: say here what it takes.`);
  }
}
