import type { Json } from '#contract/json.ts';
import { type PayloadEntry, payloadEntries } from '#contract/resources/submissions.ts';
import { cleanEmail, isEmail } from '#contract/rules.ts';

/** As long as it is shown in a row. */
const mostCharacters = 200;

// Words of labels and keys, such as "Your name", "full_name", "firstName"; also as forms in other languages have them.
const firstNames = / (?:(?:first|given|fore) ?name|prénom|vorname|nombre de pila) /u;
const lastNames = / (?:(?:last|family) ?name|surname|nachname|apellidos?|cognome|nom de famille) /u;
const names = / (?:(?:full|your|contact)? ?name|nom|nombre|nome|naam|имя|姓名) /u;
/** A name of something else is none of a person. */
const otherNames =
  / (?:company|business|agency|organi[sz]ation|street|suburb|property|project|user|file|pet|domain|site) ?name | name of /u;

/**
 * Who sent a submission, from its first entries that look like a name and an e-mail address: "Jo Bay, jo@bay.example". Empty where it has
 * neither.
 */
export function senderOf(payload: Json): string {
  const entries = payloadEntries(payload).map((entry) => ({
    words: wordsOf(entry),
    value: cleanEmail(entry.value.replaceAll(/\s+/gu, ' ')),
  }));
  const find = (rule: RegExp, except?: RegExp) =>
    entries.find(({ words, value }) => value !== '' && !isEmail(value) && rule.test(words) && except?.test(words) !== true)?.value;
  const parts = [find(firstNames), find(lastNames)].filter((part) => part !== undefined);
  const name = parts.length > 0 ? parts.join(' ') : find(names, otherNames);
  const address = entries.map(({ value }) => value).find(isEmail);
  return [name, address]
    .filter((part) => part !== undefined)
    .join(', ')
    .slice(0, mostCharacters);
}

function wordsOf({ key, label }: PayloadEntry): string {
  const spaced = `${label} ${key}`.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').normalize('NFC');
  return ` ${spaced.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').toLowerCase()} `;
}
