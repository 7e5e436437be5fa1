import type { Category } from '../entities/setting.ts';
import { agencyDepartments } from './agency-departments.ts';
import { agencyPageSettings } from './agency-page-settings.ts';
import { companyBranding } from './company-branding.ts';
import { customCss } from './custom-css.ts';
import { customJavascript } from './custom-javascript.ts';
import { customTerminology } from './custom-terminology.ts';
import { feeds } from './feeds.ts';
import type { Field } from '../fields/field.ts';
import { footer } from './footer.ts';
import { formSettings } from './form-settings.ts';
import { header } from './header.ts';
import { homepageSeo } from './homepage-seo.ts';
import { listingsLandingPage } from './listings-landing-page.ts';
import { listingsSearchSettings } from './listings-search-settings.ts';
import { listingsSettings } from './listings-settings.ts';
import { menuLocations } from './menu-locations.ts';
import { openHomesLandingPage } from './open-homes-landing-page.ts';
import { postsLandingPage } from './posts-landing-page.ts';
import { projectSettings } from './project-settings.ts';
import { projectsIndexPage } from './projects-index-page.ts';
import { robots } from './robots.ts';
import { categoryOf, fieldsOf, type SettingsScreen } from './screen.ts';
import { seo } from './seo.ts';
import { siteInfo } from './site-info.ts';
import { socialLinks } from './social-links.ts';
import { staffLandingPage } from './staff-landing-page.ts';
import { staffPageSettings } from './staff-page-settings.ts';
import { testimonialsLandingPage } from './testimonials-landing-page.ts';
import { trackingCodes } from './tracking-codes.ts';

/**
 * Every settings screen, in order. A new screen is one file and one line here, and `npm run codegen`. Data that the console needs before it
 * draws its first screen is in `summary.ts` instead, so that it loads one screen and not all of them.
 */
export const settingsScreens: readonly SettingsScreen[] = [
  postsLandingPage,
  listingsLandingPage,
  openHomesLandingPage,
  agencyPageSettings,
  staffLandingPage,
  staffPageSettings,
  testimonialsLandingPage,
  projectsIndexPage,
  companyBranding,
  header,
  footer,
  homepageSeo,
  menuLocations,
  socialLinks,
  trackingCodes,
  feeds,
  formSettings,
  siteInfo,
  seo,
  customTerminology,
  agencyDepartments,
  projectSettings,
  listingsSettings,
  listingsSearchSettings,
  customCss,
  customJavascript,
  robots,
];

/** The screen at a path under /website/{websiteId}/, its aliases included; not those that only redirect. */
export function screenAt(path: string): SettingsScreen | undefined {
  return settingsScreens.find((screen) => screen.path === path || screen.aliases?.includes(path));
}

/** The screen with this id; undefined where there is none, for example for a draft of a newer version. */
export function screenById(id: string): SettingsScreen | undefined {
  return settingsScreens.find((screen) => screen.id === id);
}

const known = new Map<string, { readonly field: Field; readonly category: Category }>(
  settingsScreens.flatMap((screen) => fieldsOf(screen).map((field) => [field.key, { field, category: categoryOf(screen, field) }])),
);

/** The declaration of a stored key, and the category that it belongs to; undefined for a key that no screen has. */
export function settingOf(key: string): { readonly field: Field; readonly category: Category } | undefined {
  return known.get(key);
}
