/** The letter of a key, or the letter of its position where the layout is not Latin, such as Greek or Russian. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  return /^[a-z]$/iu.test(key) ? key.toLowerCase() : code.replace(/^Key/u, '').toLowerCase();
}
