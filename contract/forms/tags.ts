import { limits } from '../limits.ts';

/** `{{key}}` in a text of an action stands for what the visitor filled into the field with that key. */
const tag = new RegExp(`\\{\\{\\s*([\\p{L}\\p{N}_-]{1,${limits.formKeyCharacters}})\\s*\\}\\}`, 'gu');
const wholeTag = new RegExp(`^${tag.source}$`, 'u');

export const tagOf = (key: string): string => `{{${key}}}`;

/** What stands in double braces, which people mean as a tag whatever it is. Longer than any key. */
const likeTag = /\{\{([^{}]{1,200})\}\}/gu;

/** What the tags in a text name, each once: keys, and texts that can be none, such as `First Name`. */
export function keysInTags(text: string): readonly string[] {
  return [...new Set([...text.matchAll(likeTag)].map(([, key = '']) => key.trim()))].filter((key) => key !== '');
}

/** Replaces each tag, once over the text: a value with a tag in it stays as it is. */
export function fillTags(text: string, valueFor: (key: string) => string): string {
  return text.replaceAll(tag, (_, key: string) => valueFor(key));
}

/** The key of a text that is one tag and nothing else; null for any other. */
export const keyOfTag = (text: string): string | null => wholeTag.exec(text)?.[1] ?? null;
