import { agencyDepartments } from './agency-departments.ts';
import { customCss } from './custom-css.ts';
import { customJavascript } from './custom-javascript.ts';
import { customTerminology } from './custom-terminology.ts';
import { feeds } from './feeds.ts';
import type { Field } from './field.ts';
import { projectSettings } from './project-settings.ts';
import { robots } from './robots.ts';
import { categoryOf, fieldsOf, type SettingsScreen } from './screen.ts';
import { socialLinks } from './social-links.ts';
import { trackingCodes } from './tracking-codes.ts';
import type { Category } from '../entities/setting.ts';

/** Every settings screen, in order. A new screen is one file and one line here. */
export const settingsScreens: readonly SettingsScreen[] = [
  socialLinks,
  trackingCodes,
  feeds,
  customTerminology,
  agencyDepartments,
  projectSettings,
  customCss,
  customJavascript,
  robots,
];

/** The screen at a path under /website/{websiteId}/, its aliases included; not those that only redirect. */
export function screenAt(path: string): SettingsScreen | undefined {
  return settingsScreens.find((screen) => screen.path === path || screen.aliases?.includes(path));
}

/** The path to go to from one that only redirects; undefined for any other. */
export function redirectTarget(path: string): string | undefined {
  return settingsScreens.find((screen) => screen.redirectsFrom?.includes(path))?.path;
}

/** The screen with this id; undefined where there is none, such as one that a newer version kept a draft of. */
export function screenById(id: string): SettingsScreen | undefined {
  return settingsScreens.find((screen) => screen.id === id);
}

const known = new Map<string, { readonly field: Field; readonly category: Category }>(
  settingsScreens.flatMap((screen) => fieldsOf(screen).map((field) => [field.key, { field, category: categoryOf(screen, field) }])),
);

/** The declaration of a stored key, and the one category it belongs to; undefined for a key no screen has. */
export function settingOf(key: string): { readonly field: Field; readonly category: Category } | undefined {
  return known.get(key);
}
