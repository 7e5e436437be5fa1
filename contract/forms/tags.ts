import { withoutInvisible } from '../invisible.ts';
import { limits } from '../limits.ts';

/** `{{key}}` in a text of an action stands for what the visitor filled into the field with that key. */
export const tagOf = (key: string): string => `{{${key}}}`;

/** What stands in double braces, which people mean as a tag whatever it is. Longer than any key. */
const likeTag = /\{\{([^{}]{1,200})\}\}/gu;
const wholeTag = new RegExp(`^${likeTag.source}$`, 'u');
const isKey = new RegExp(`^[\\p{L}\\p{N}_-]{1,${limits.formKeyCharacters}}$`, 'u');

/** What a tag names, however it was pasted: a key has one Unicode form, and nothing that nobody sees. */
const nameIn = (inside: string): string => withoutInvisible(inside).trim().normalize('NFC');

/** What the tags in a text name, each once: keys, and texts that can be none, such as `First Name`. */
export function keysInTags(text: string): readonly string[] {
  return [...new Set([...text.matchAll(likeTag)].map(([, inside = '']) => nameIn(inside)))].filter((key) => key !== '');
}

/** The beginning of a tag that has no end, such as `{{ name }`; null where each has one. */
export const unclosedTag = (text: string): string | null => /\{\{[^{}]{1,60}(?:\}(?!\})|$)/u.exec(text)?.[0] ?? null;

/** Replaces each tag, once over the text: a value with a tag in it stays as it is. */
export function fillTags(text: string, valueFor: (key: string) => string): string {
  return text.replaceAll(likeTag, (typed, inside: string) => (isKey.test(nameIn(inside)) ? valueFor(nameIn(inside)) : typed));
}

/** The key of a text that is one tag and nothing else; null for any other. */
export function keyOfTag(text: string): string | null {
  const key = nameIn(wholeTag.exec(text)?.[1] ?? '');
  return isKey.test(key) ? key : null;
}
