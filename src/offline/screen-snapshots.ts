import type { SettingsSnapshot } from '#machines/ports.ts';

/** The last snapshot of each settings screen, in memory only. A key names the user, the website and the screen. */
interface ScreenSnapshots {
  peek(key: string): SettingsSnapshot | null;
  remember(key: string, snapshot: SettingsSnapshot): SettingsSnapshot;
  /** Sets the draft of a snapshot: a screen must not open with a draft that was removed, nor without a new one. */
  redraft(key: string, draft: SettingsSnapshot['draft']): void;
  forget(): void;
}

const maxSnapshots = 100;

export function createScreenSnapshots(): ScreenSnapshots {
  const snapshots = new Map<string, SettingsSnapshot>();
  return {
    peek: (key) => snapshots.get(key) ?? null,
    remember(key, snapshot) {
      // Deleted first, so that the map is ordered by use and its first entry is the oldest.
      snapshots.delete(key);
      snapshots.set(key, snapshot);
      const oldest = snapshots.size > maxSnapshots ? snapshots.keys().next().value : undefined;
      if (oldest !== undefined) snapshots.delete(oldest);
      return snapshot;
    },
    redraft(key, draft) {
      const snapshot = snapshots.get(key);
      if (snapshot) snapshots.set(key, { ...snapshot, draft });
    },
    forget: () => snapshots.clear(),
  };
}
