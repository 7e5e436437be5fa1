const place = 'frontage.recent-colors';
const most = 8;

/** The colours chosen last in this tab, `#rrggbb`, the latest first. Gone with the tab and at a sign-out: they are a customer's. */
export function recentColors(): readonly string[] {
  try {
    return (sessionStorage.getItem(place) ?? '').split(' ').filter((color) => /^#[0-9a-f]{6}$/u.test(color));
  } catch {
    // Storage that is closed to the page: there is simply nothing to offer.
    return [];
  }
}

export function noteRecentColor(color: string): void {
  const next = withRecent(recentColors(), color);
  try {
    sessionStorage.setItem(place, next.join(' '));
  } catch {
    // As above; nothing else depends on it.
  }
}

export function forgetRecentColors(): void {
  try {
    sessionStorage.removeItem(place);
  } catch {
    // As above.
  }
}

/** The colour at the front, once, and no more than are offered. */
export function withRecent(colors: readonly string[], color: string): readonly string[] {
  const chosen = color.toLowerCase();
  return [chosen, ...colors.filter((other) => other !== chosen)].slice(0, most);
}
