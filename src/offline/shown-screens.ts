import type { SettingsSnapshot } from '#machines/ports.ts';

/** What this page last showed of each settings screen, in memory alone. A key names the user, the website and the screen. */
export interface ShownScreens {
  recall(key: string): SettingsSnapshot | null;
  remember(key: string, snapshot: SettingsSnapshot): SettingsSnapshot;
  /** A remembered screen must not bring back a draft that is gone, nor open without one that is there. */
  redraft(key: string, draft: SettingsSnapshot['draft']): void;
  forget(): void;
}

/** Screens whose last look is kept. */
const mostRemembered = 100;

export function createShownScreens(): ShownScreens {
  const shown = new Map<string, SettingsSnapshot>();
  return {
    recall: (key) => shown.get(key) ?? null,
    remember(key, snapshot) {
      // The latest last: the oldest falls out.
      shown.delete(key);
      shown.set(key, snapshot);
      const oldest = shown.size > mostRemembered ? shown.keys().next().value : undefined;
      if (oldest !== undefined) shown.delete(oldest);
      return snapshot;
    },
    redraft(key, draft) {
      const snapshot = shown.get(key);
      if (snapshot) shown.set(key, { ...snapshot, draft });
    },
    forget: () => shown.clear(),
  };
}
