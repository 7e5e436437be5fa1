import type { TextFormat } from './fields/text-format.ts';
import { shortened } from './fields/line-rules.ts';
import { withoutInvisible } from './invisible.ts';
import { cleanEmail, isEmail } from './rules.ts';

/** Whom a mail is sent to. */
export interface Recipient {
  /** '' where there is an address alone. */
  readonly name: string;
  readonly address: string;
}

const mostRecipients = 50;

/** A quoted name, an address in angle brackets, or any other characters up to the next separator. */
const piece = /(?:"(?:[^"\\]|\\.)*"|<[^<>]*>|[^,;\r\n])+|[,;\r\n]/gu;

/** A text with the plain form of the signs that people type and programs copy: `，`, `“Doe, Jo”`, a cell's tab, `Jo [mailto:jo@b.example]`. */
const withPlainSigns = (text: string): string =>
  withoutInvisible(text)
    .replaceAll(/[，、]/gu, ',')
    .replaceAll(/[；\t]/gu, ';')
    .replaceAll(/[\u0085\u2028\u2029]/gu, '\n')
    .replaceAll(/[“”„]/gu, '"')
    .replaceAll(/\[(mailto:[^[\]\s]+)\]/giu, '<$1>');
const named = /^(?<name>.*?)\s*<(?<address>[^<>]*)>$/su;

/**
 * The addresses in a text, as people type and paste them: `a@b.example, "Doe, Jo" <jo@b.example>; Lim, Bo <bo@b.example>`. Each address
 * comes once. `problem`: what is wrong with the text; null where nothing is.
 */
export function readRecipients(text: string): { readonly recipients: readonly Recipient[]; readonly problem: string | null } {
  const found = new Map<string, Recipient>();
  /** Of a name with a comma in it, the part before that comma. */
  let begun = '';
  const wrong = (part: string) => ({ recipients: [], problem: `“${shortened(part)}” is not an email address.` });
  for (const [part] of withPlainSigns(text).matchAll(piece)) {
    const typed = part.trim();
    if (typed === '' || typed === ',') continue;
    const groups = named.exec(typed)?.groups;
    if (!groups && !typed.includes('@') && begun === '' && typed !== ';') {
      begun = typed;
      continue;
    }
    if (begun !== '' && !groups) return wrong(begun);
    if (typed === ';') continue;
    const address = cleanEmail(groups?.['address'] ?? typed);
    if (!isEmail(address) || namesAnother(groups?.['name'] ?? '', address)) return wrong(typed);
    const name = plainName(begun === '' ? (groups?.['name'] ?? '') : `${begun}, ${groups?.['name'] ?? ''}`);
    begun = '';
    const key = address.toLowerCase();
    if (!found.has(key)) found.set(key, { name, address });
  }
  if (begun !== '') return wrong(begun);
  if (found.size > mostRecipients) return { recipients: [], problem: `A mail is sent to at most ${mostRecipients} addresses.` };
  return { recipients: [...found.values()], problem: null };
}

/** Whether a name has another address in it: of two without a separator the first would get no mail. */
function namesAnother(name: string, address: string): boolean {
  const unquoted = name.replaceAll(/"(?:[^"\\]|\\.)*"/gsu, '');
  return unquoted.includes('<') || unquoted.split(/\s+/u).some((word) => isEmail(word) && word.toLowerCase() !== address.toLowerCase());
}

/** Without quotation marks around it, and without what could end a line. */
function plainName(name: string): string {
  const trimmed = name.trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"$/su.exec(trimmed)?.[1] ?? /^'([^']*)'$/u.exec(trimmed)?.[1];
  return (quoted?.replaceAll(/\\(.)/gsu, '$1') ?? trimmed).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** One address or several. */
export const recipients: TextFormat = {
  clean: (text) => withoutInvisible(text).trim(),
  problem(text) {
    const read = readRecipients(text);
    return read.problem ?? (read.recipients.length === 0 ? 'Enter an email address.' : null);
  },
  sample: (n) => `office${n}@example.com, "Doe, Jo" <jo${n}@example.com>`,
};
