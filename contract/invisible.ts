/**
 * Characters that take no room, such as a zero-width space or a mark of direction. People copy them unseen. Marks that join or part letters of
 * some scripts, and those that say how an emoji looks, are none: they belong to the spelling.
 */
const unseen = /(?!\u200c|\u200d|\p{VS})\p{DI}/gu;

/** For a code or an address, in which such a character never means anything. */
export const withoutInvisible = (text: string): string => text.replaceAll(unseen, '');

/** Whether nothing in a text can be seen: it counts as empty. A null character can't be stored either, and is refused as that. */
export const isBlankText = (text: string): boolean => !text.includes('\0') && /^[\s\p{DI}\p{Cc}\u2800\ufff9-\ufffb]*$/u.test(text);

/** A text without white space around it; empty where it is blank. */
export const trimmed = (text: string): string => (isBlankText(text) ? '' : text.trim());
