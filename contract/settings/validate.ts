import { limits } from '../limits.ts';
import { isEmail, isSitePath, isWebUrl } from '../rules.ts';
import type { Field, FieldOf, FieldValue, TypedField } from '../fields/field.ts';
import { emptyBecomes } from './field-values.ts';

export const opacityHint = 'Must be between 0.0 and 1.0.';

/** The longest text that a field takes, in characters; null for kinds that hold no text. */
export function maxLengthOf(field: Field): number | null {
  if ('counter' in field && field.counter?.limit === 'hard') return field.counter.characters;
  switch (field.kind) {
    case 'text':
    case 'telephone':
      return field.maxLength ?? limits.shortTextCharacters;
    case 'url':
      return field.maxLength ?? limits.urlCharacters;
    case 'email':
      return field.maxLength ?? limits.emailCharacters;
    case 'multiline':
    case 'lines':
    case 'code':
      return field.maxLength ?? limits.longTextCharacters;
    default:
      return null;
  }
}

/** The field's complaint about a value, in the words that stand under it; null when it is fine. Used by both sides. */
export function validateField(field: Field, value: FieldValue): string | null {
  if (isBlank(field, value)) return field.required && !emptyBecomes(field) ? `${field.label} is required.` : null;
  switch (field.kind) {
    case 'checkbox':
    case 'toggle':
      return typeof value === 'boolean' ? null : `${field.label} must be on or off.`;
    case 'number':
      return numberProblem(field, value);
    case 'opacity':
      return typeof value === 'number' && value >= 0 && value <= 1 ? null : opacityHint;
    case 'slider':
      return numberProblem({ min: 0, max: 100, step: 1, ...field }, value);
    case 'select':
    case 'radio':
    case 'themeColor':
    case 'logo':
      return field.options.some((option) => option.value === value) ? null : `Choose one of the options of ${field.label}.`;
    case 'color':
      return typeof value === 'string' && /^#[0-9a-f]{6}$/iu.test(value) ? null : 'Enter a colour such as #1a2b3c.';
    case 'image':
    case 'file':
    case 'menu':
    case 'form':
    case 'record':
      return typeof value === 'string' && value.length <= 100 ? null : `Choose ${field.label} again.`;
    case 'images':
    case 'records': {
      if (!Array.isArray(value) || !value.every((id) => typeof id === 'string' && id.length <= 100)) return `Choose ${field.label} again.`;
      const most = field.kind === 'images' ? limits.imagesPerSetting : limits.recordsPerSetting;
      return value.length <= most ? null : `${field.label} can hold at most ${most}; these are ${value.length}.`;
    }
    default:
      return textProblem(field, value);
  }
}

/** Nothing typed, nothing chosen. White space is nothing, except in code. */
export function isBlank(field: Field, value: FieldValue): boolean {
  if (value === null) return true;
  if (typeof value === 'object') return value.length === 0;
  return typeof value === 'string' && (field.kind === 'code' ? value === '' : value.trim() === '');
}

function numberProblem(
  { label, min, max, step }: Pick<FieldOf<'number'>, 'label' | 'min' | 'max' | 'step'>,
  value: FieldValue,
): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${label} must be a number.`;
  if (step === 1 && !Number.isInteger(value)) return `${label} must be a whole number.`;
  if (min !== undefined && value < min) return `${label} must be at least ${min}.`;
  if (max !== undefined && value > max) return `${label} must be at most ${max}.`;
  return null;
}

function textProblem(field: TypedField, value: FieldValue): string | null {
  if (typeof value !== 'string') return `${field.label} must be text.`;
  const max = maxLengthOf(field);
  if (max !== null && value.length > max) return `${field.label} can hold at most ${max} characters; this has ${value.length}.`;
  // PostgreSQL text holds no NUL, and none was typed by a person.
  if (value.includes('\u0000')) return `${field.label} holds a character that can't be stored.`;
  if (field.kind === 'text' && field.digits && !/^\d{1,9}$/u.test(value.trim())) return `${field.label} must be a whole number.`;
  if (field.kind === 'email' && !isEmail(value.trim())) return 'Enter a valid email address.';
  if (field.kind === 'url') {
    const url = value.trim();
    if (isWebUrl(url) || (field.accepts === 'any' && isSitePath(url))) return null;
    return field.accepts === 'any'
      ? 'Enter a full address (https://…) or a path such as /contact-us.'
      : 'Enter a full address, such as https://example.com.';
  }
  return null;
}
