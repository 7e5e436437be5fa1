import type { FileSetting, ScreenSummary } from './screen.ts';
import { fileSettings, screens, secretKeys } from './summary.gen.ts';

const secrets: ReadonlySet<string> = new Set(secretKeys);
const files: ReadonlyMap<string, FileSetting> = new Map(Object.entries(fileSettings));

/** The screen at a path under /website/{websiteId}/, its aliases included; not those that only redirect. */
export function summaryAt(path: string): ScreenSummary | undefined {
  return screens.find((screen) => screen.path === path || screen.aliases?.includes(path));
}

/** The screen with this id; undefined where there is none, for example for a draft of a newer version. */
export function summaryOf(id: string): ScreenSummary | undefined {
  return screens.find((screen) => screen.id === id);
}

/** The target of a path that only redirects; undefined for any other. */
export function redirectTarget(path: string): string | undefined {
  return screens.find((screen) => screen.redirectsFrom?.includes(path))?.path;
}

/** True for a key whose value must never be stored on the device. */
export function isSecretKey(key: string): boolean {
  return secrets.has(key);
}

/** The setting with this key, if it is a file field; undefined for any other, and for a key that no screen has. */
export function fileSettingOf(key: string): FileSetting | undefined {
  return files.get(key);
}
