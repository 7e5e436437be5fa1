const storageKey = 'frontage.recent-colors';
const maxColors = 8;

/** The colours chosen last in this tab, `#rrggbb`, the latest first. Removed with the tab and at a sign-out, since they belong to a customer. */
export function recentColors(): readonly string[] {
  try {
    return (sessionStorage.getItem(storageKey) ?? '').split(' ').filter((color) => /^#[0-9a-f]{6}$/u.test(color));
  } catch {
    // The browser may deny access to its storage: then no colours are offered.
    return [];
  }
}

export function addRecentColor(color: string): void {
  const next = withRecentColor(recentColors(), color);
  try {
    sessionStorage.setItem(storageKey, next.join(' '));
  } catch {
    // As above: recent colours are optional.
  }
}

export function forgetRecentColors(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // As above.
  }
}

/** Moves the colour to the front, and drops the oldest beyond the maximum. */
export function withRecentColor(colors: readonly string[], color: string): readonly string[] {
  const chosen = color.toLowerCase();
  return [chosen, ...colors.filter((other) => other !== chosen)].slice(0, maxColors);
}
