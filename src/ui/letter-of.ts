/** The letter of a key, or that of its place where the layout has none there, as Greek and Russian do. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  return /^[a-z]$/iu.test(key) ? key.toLowerCase() : code.replace(/^Key/u, '').toLowerCase();
}
