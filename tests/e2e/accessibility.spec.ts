import { expect, type Locator, type Page } from 'playwright/test';
import { companyBranding } from '#contract/settings/company-branding.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { textsOfReact } from '#src/jsx/testing/translate.ts';
import { violationsOn } from '../support/axe.ts';
import { controlNames, unclearNames } from '../support/control-names.ts';
import { websiteId } from '../support/ready-conditions.ts';
import { type ScreenEntry, type State, statesOf } from '../support/screens/entry.ts';
import { screenTable } from '../support/screens/table.ts';
import { becomesIdle, visit } from '../support/screens/visit.ts';
import { shell } from './models/shell.ts';
import { test } from './support/fixtures.ts';

// docs/testing.md describes what is checked where, and why nothing is checked twice.

// In one worker: the tests share their profiles, which take seconds to create, most of all those that work offline.
test.describe.configure({ mode: 'default' });

/** Banners, but not the heads of screens, which are headers in `main`. */
const bannerPart = 'header:not(main header)';
/** The banner and the side navigation, which are the same on every screen. */
const shellParts = [bannerPart, 'nav[aria-label="Website"]'];

interface Checked {
  readonly within?: readonly string[];
  readonly without?: readonly string[];
  readonly themes?: readonly ('light' | 'dark')[];
}

/** Checks a page, or parts of it, against all rules in the light theme, and against the colour rules in the dark one. */
async function check(page: Page, name: string, { themes = ['light', 'dark'], ...parts }: Checked = {}) {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    // Colours are checked once the transition to them has ended.
    await becomesIdle(page);
    const found = await violationsOn(page, { ...parts, rules: theme === 'light' ? 'all' : 'colours' });
    expect.soft(found, `${name}, ${theme}`).toEqual([]);
  }
}

/**
 * One of each component and state. All others are in `npm run screenshots`, which visits the whole table. A screen that is visited offline
 * is checked just before the connection goes, too.
 */
const checked: Readonly<Record<string, readonly State[]>> = {
  'sign-in': ['error'],
  'forgot-password': ['error'],
  'reset-password': ['error'],
  websites: ['offline'],
  sessions: ['filled'],
  'sessions-end': ['error'],
  // A settings form.
  [companyBranding.id]: ['error', 'offline'],
  homepage: ['filled', 'error'],
  'homepage-block': ['error'],
  files: ['filled'],
  // A list of records in each state: with search and selection, with actions and warnings at its rows, with a filter.
  'redirect-list': ['filled', 'empty', 'error', 'not-on-device'],
  'redirect-list-no-match': ['filled'],
  'redirects-pending': ['error'],
  'sync-list': ['filled'],
  'submission-list-by-form_id': ['filled'],
  // Its dialogs: a form, one with a secret, one with items and a picture, an item, a view.
  'redirect-edit': ['error'],
  'user-new': ['offline'],
  'popup-edit': ['filled'],
  'popup-edit-triggers': ['error'],
  'submission-view': ['filled'],
  // A record at a glance, with a chart; a form with tags.
  'form-details': ['filled'],
  'form-action-new': ['error'],
  'framed-content-posts': ['offline'],
  'seo-dialog': ['error'],
  'not-found': ['offline'],
};

/** A state that adds a dialog over a screen is checked in the dialog only. */
const partsOf = (screen: ScreenEntry, state: State) =>
  state === 'error' && screen.error?.opensDialog ? { within: ['[role="dialog"], [role="alertdialog"]'] } : { without: shellParts };

test('the screens and states that are checked are in the table', () => {
  const inTable = screenTable.flatMap((screen) => statesOf(screen).map((state) => `${screen.name}, ${state}`));
  expect(inTable).toEqual(
    expect.arrayContaining(Object.entries(checked).flatMap(([name, states]) => states.map((state) => `${name}, ${state}`))),
  );
});

for (const screen of screenTable)
  for (const state of checked[screen.name] ?? []) {
    const seen = state === 'offline' ? 'filled and offline' : state;
    test(`axe finds nothing on ${screen.name}, ${seen}, light and dark, and no two controls have one name`, async ({
      browser,
      app,
      signedInState,
    }) => {
      const look = { theme: 'light', width: 1440 } as const;
      const { page, close } = await visit(browser, app.origin, signedInState, screen, state, look, (filled) =>
        check(filled, `${screen.name}, filled`, partsOf(screen, 'filled')),
      );
      await check(page, `${screen.name}, ${state}`, partsOf(screen, state));
      expect
        .soft(await page.locator('body').evaluate(textsOfReact), `${screen.name}, ${state}: texts that a translator would break`)
        .toEqual([]);
      // Those of settings screens are in all-screens.spec.ts.
      expect.soft(unclearNames(await controlNames(page)), `${screen.name}, ${state}`).toEqual([]);
      await close();
    });
  }

test('axe finds nothing in the shell: banner, navigation, menus, drawer, sync centre; online and offline', async ({ signedInProfile }) => {
  const { page, context } = await signedInProfile();
  const { banner, userMenu, switcher, chip } = shell(page);
  const close = async (overlay: Locator) => {
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
  };
  await page.goto('/websites');
  await becomesIdle(page);
  await check(page, 'without a website', { within: [bannerPart] });
  await page.goto(`/website/${websiteId}/${socialLinks.path}`);
  await becomesIdle(page);
  await check(page, 'banner and navigation', { within: shellParts });

  await userMenu.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await check(page, 'user menu', { within: ['[role="menu"]'] });
  await close(page.getByRole('menu'));
  await switcher.click();
  const websites = page.getByRole('dialog', { name: 'Switch website' });
  await expect(websites).toBeVisible();
  await check(page, 'website switcher', { within: ['[role="dialog"]'] });
  await close(websites);
  await chip('Saved').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page, 'sync centre', { within: ['[role="dialog"]'] });
  await close(page.getByRole('dialog'));

  await context.setOffline(true);
  await shell(page).expectStatus('Offline');
  await check(page, 'banner and navigation, offline', { within: shellParts });

  await page.setViewportSize({ width: 375, height: 812 });
  await check(page, 'banner on a phone, offline', { within: [bannerPart] });
  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  await banner.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page, 'navigation drawer', { within: ['[role="dialog"]'] });
  await close(page.getByRole('dialog'));
});
