export const themePreferences = ['system', 'light', 'dark'] as const;
export type ThemePreference = (typeof themePreferences)[number];

const key = 'frontage.theme';

export function readThemePreference(): ThemePreference {
  try {
    const stored = localStorage.getItem(key);
    return themePreferences.find((preference) => preference === stored) ?? 'system';
  } catch {
    // Storage may be forbidden; the system's preference then holds.
    return 'system';
  }
}

const listeners = new Set<() => void>();

export function watchThemePreference(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies the choice to the page and stores it for the next visit. */
export function applyThemePreference(preference: ThemePreference): void {
  const root = document.documentElement;
  if (preference === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = preference;
  try {
    if (preference === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, preference);
  } catch {
    // The choice then lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}
