import { folded } from '../folded.ts';
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
      if (numberIn(text) !== null) return null;
      return text.replaceAll(/\P{Nd}/gu, '').length > 15 ? `${label} can have at most 15 digits.` : `${label} must be a number.`;
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

/** What stands between groups of three digits. */
const grouped = (separator: string): RegExp => new RegExp(String.raw`^[+-]?[1-9]\d{0,2}(?:${separator}\d{3})+(?![\d${separator}])`, 'u');

/**
 * The number that a text is, as people write one: 1250.5, 1,250.5, 1 250,5, 1.250,5, $1,250. Null where it is none, or has more digits than a
 * number keeps. A comma before three digits parts groups, as it does in English.
 */
export function numberIn(text: string): number | null {
  const bare = folded(text.replaceAll(/['’]/gu, ' '))
    .replaceAll(/^([+-]?)\s*\p{Sc}\s*|\s*\p{Sc}$/gu, '$1')
    .replaceAll(/(?<=\d)\s(?=\d{3}(?!\d))/gu, '');
  const point = grouped(',').test(bare)
    ? bare.replaceAll(',', '')
    : /^[+-]?\d{1,3}(?:\.\d{3})+,\d|^[+-]?\d{1,3}(?:\.\d{3}){2}/u.test(bare)
      ? bare.replaceAll('.', '').replace(',', '.')
      : bare.replace(/^([+-]?\d+),(\d+)$/u, '$1.$2');
  const digits = /^[+-]?(\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?$/u.exec(point)?.[1];
  return digits === undefined || digits.replace('.', '').replace(/^0+/u, '').length > 15 ? null : Number(point);
}

/** `YYYY-MM-DD`, of a day that the calendar has. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
