import { limits } from '../limits.ts';
import { isEmail } from '../rules.ts';
import { isWebUrl } from '../web-url.ts';
import type { FormField } from './form-field.ts';

/** A label as a part of a sentence: a question, or what is a sentence by itself, stands in quotation marks. */
export function labelInSentence(label: string): string {
  const text = label.trim();
  return /[?!.:…]$/u.test(text) || text.split(/\s+/u).length > 4 ? `“${text}”` : text;
}

/** Why a text can't be the value of a field of this type; null where it can. Of what a visitor sends, and of a field's default. */
export function textProblem({ type, label: own }: Pick<FormField, 'type' | 'label'>, text: string): string | null {
  const label = labelInSentence(own);
  const max = type === 'textarea' ? limits.longTextCharacters : limits.shortTextCharacters;
  if (text.length > max) return `${label} can hold at most ${max} characters; this has ${text.length}.`;
  if (text.includes('\u0000')) return `${label} holds a character that can't be stored.`;
  switch (type) {
    case 'number':
      return /^-?\d{1,15}(?:\.\d{1,10})?$/u.test(text) ? null : `${label} must be a number.`;
    case 'email':
      return isEmail(text) ? null : `${label} must be an email address, such as name@example.com.`;
    case 'url':
      return isWebUrl(text) ? null : `${label} must be a full address, such as https://example.com.`;
    case 'phone':
      // Nothing but its length: people write numbers in all scripts, with words such as "ext. 3" between them.
      return text.length <= limits.telephoneCharacters
        ? null
        : `${label} can hold at most ${limits.telephoneCharacters} characters; this has ${text.length}.`;
    case 'date':
      return isDate(text) ? null : `${label} must be a date, such as 2026-01-31.`;
    default:
      return null;
  }
}

/** `YYYY-MM-DD`, of a day that the calendar has. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
