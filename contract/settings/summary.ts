import type { FileSetting, ScreenSummary } from './screen.ts';
import { fileSettings, screens, secretKeys } from './summary.gen.ts';

const secrets: ReadonlySet<string> = new Set(secretKeys);
const files: ReadonlyMap<string, FileSetting> = new Map(Object.entries(fileSettings));

/** The screen at a path under /website/{websiteId}/, its aliases included; not those that only redirect. */
export function summaryAt(path: string): ScreenSummary | undefined {
  return screens.find((screen) => screen.path === path || screen.aliases?.includes(path));
}

/** The screen with this id; undefined where there is none, such as one that a newer version kept a draft of. */
export function summaryOf(id: string): ScreenSummary | undefined {
  return screens.find((screen) => screen.id === id);
}

/** The path to go to from one that only redirects; undefined for any other. */
export function redirectTarget(path: string): string | undefined {
  return screens.find((screen) => screen.redirectsFrom?.includes(path))?.path;
}

/** True for a key whose value must never rest on the device. */
export function isSecretKey(key: string): boolean {
  return secrets.has(key);
}

/** The setting with this key, where it holds files; undefined for any other, and for a key that no screen has. */
export function fileSettingOf(key: string): FileSetting | undefined {
  return files.get(key);
}
