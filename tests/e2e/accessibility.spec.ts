import { expect, type Page } from 'playwright/test';
import { header } from '#contract/settings/header.ts';
import { companyBranding } from '#contract/settings/company-branding.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { violationsOn } from '../support/axe.ts';
import { websiteId } from '../support/sights.ts';
import { screenTable, type ScreenEntry, type State, statesOf } from '../support/screens/table.ts';
import { settled, visit } from '../support/screens/visit.ts';
import { shell } from './models/shell.ts';
import { test } from './support/fixtures.ts';

// What is judged where, and why nothing is judged twice, is told in docs/testing.md.

/** The banner and the side navigation, which are the same on every screen. */
const shellParts = ['body header', 'nav[aria-label="Website"]'];

/** Holds a page, or parts of it, against all rules in the light theme, and against those of colours in the dark one. */
async function judge(page: Page, what: string, parts: { readonly within?: readonly string[]; readonly without?: readonly string[] } = {}) {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    // Colours are judged when they have changed.
    await settled(page);
    const found = await violationsOn(page, { ...parts, rules: theme === 'light' ? 'all' : 'colours' });
    expect.soft(found, `${what}, ${theme}`).toEqual([]);
  }
}

/** Of the settings screens, which differ in their fields alone, these are judged in every state; the others when they are filled. */
const whole = new Set([socialLinks, header, companyBranding].map(({ id }) => id));
const isSettings = (screen: ScreenEntry) => settingsScreens.some(({ id }) => id === screen.name);
const judgedStates = (screen: ScreenEntry): readonly State[] =>
  isSettings(screen) && !whole.has(screen.name) ? ['filled'] : statesOf(screen);

/** A dialog over a screen is what its state adds. */
const partsOf = (screen: ScreenEntry, state: State) =>
  state === 'error' && (screen.name === 'homepage' || screen.dialogOnly)
    ? { within: ['[role="dialog"], [role="alertdialog"]'] }
    : { without: shellParts };

for (const screen of screenTable)
  for (const state of judgedStates(screen))
    test(`axe finds nothing on ${screen.name}, ${state}, light and dark`, async ({ browser, app, signedInState }) => {
      const { page, close } = await visit(browser, app.origin, signedInState, screen, state, { theme: 'light', width: 1440 });
      await judge(page, `${screen.name}, ${state}`, partsOf(screen, state));
      await close();
    });

test('axe finds nothing in the shell: banner, navigation, menus, drawer, sync centre; online and offline', async ({ signedInProfile }) => {
  const { page, context } = await signedInProfile();
  const { banner, userMenu, switcher, chip } = shell(page);
  const closed = async (what: ReturnType<typeof page.getByRole>) => {
    await page.keyboard.press('Escape');
    await expect(what).toBeHidden();
  };
  await page.goto('/websites');
  await settled(page);
  await judge(page, 'without a website', { within: ['body header'] });
  await page.goto(`/website/${websiteId}/${socialLinks.path}`);
  await settled(page);
  for (const part of shellParts) await judge(page, part, { within: [part] });

  await userMenu.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await judge(page, 'user menu', { within: ['[role="menu"]'] });
  await closed(page.getByRole('menu'));
  await switcher.click();
  const websites = page.getByRole('dialog', { name: 'Switch website' });
  await expect(websites).toBeVisible();
  await judge(page, 'website switcher', { within: ['[role="dialog"]'] });
  await closed(websites);
  await chip('Saved').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await judge(page, 'sync centre', { within: ['[role="dialog"]'] });
  await closed(page.getByRole('dialog'));

  await page.setViewportSize({ width: 375, height: 812 });
  await banner.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await judge(page, 'navigation drawer', { within: ['[role="dialog"]'] });
  await closed(page.getByRole('dialog'));

  await context.setOffline(true);
  await shell(page).expectStatus('Offline');
  await judge(page, 'offline', { within: ['body header'] });
});
