export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/iu.test(text);

/** Normalises typed text to `#rrggbb`: adds the hash, doubles the short form; null where it is not a colour. */
export function colorText(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/iu.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? digits.replace(/./gu, '$&$&') : digits}`;
}
