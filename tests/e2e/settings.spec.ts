import { expect } from 'playwright/test';
import { type ThemeKey, themeKeys } from '#contract/entities/website.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { categoryOf, fieldsOf, type SettingsScreen, shownSections } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { demoWebsites } from '../support/accounts.ts';
import { coveringKinds } from '../support/settings-values.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { makeAvailableOffline } from './support/console.ts';
import { outboxEmptied } from './support/device.ts';
import { expectOnScreens, expectOnServer, fillScreens, newRound, type Round } from './support/every-screen.ts';
import { test, onOwnServer } from './support/fixtures.ts';

// These tests change every field of the demo's own websites.
onOwnServer('settings');

const shownWith = (screen: SettingsScreen, theme: ThemeKey) =>
  JSON.stringify(shownSections(screen, { theme, value: () => true, setting: () => true }));

/** One theme goes through the whole catalogue; of the others, only screens that differ are tested. */
const catalogueTheme = 'versatile';
const screensOf = (theme: ThemeKey) =>
  theme === catalogueTheme
    ? settingsScreens
    : settingsScreens.filter((screen) => shownWith(screen, theme) !== shownWith(screen, catalogueTheme));

// Each screen is a step, so that a theme needs one sign-in and its offline saves one reconnect.
for (const theme of themeKeys) {
  const screens = screensOf(theme);

  test(`${theme}: ${screens.length} screens saved, on the server, and there in a fresh profile`, async ({ signedInProfile, api }) => {
    const round = await newRound(api, demoWebsites[theme], theme, 'online');
    await fillScreens(await signedInProfile(), round, screens, (form) => form.expectSaved());
    expect([...round.filled.keys()].map(({ id }) => id)).toEqual(screens.map(({ id }) => id));
    await expectOnServer(round);
    await expectOnScreens(await signedInProfile(), round);
  });
}

/** The other saves are tested without a browser, in `tests/offline/every-setting.device.test.ts`. */
const offlineScreens = coveringKinds(settingsScreens, fieldsOf);

test(`screens with every kind of field (${offlineScreens.length}) saved offline, sent in one go when the connection is back`, async ({
  signedInProfile,
  api,
}) => {
  const websiteId = demoWebsites[catalogueTheme];
  const round = await newRound(api, websiteId, catalogueTheme, 'offline');
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const form = settingsPage(page, socialLinks);
  await form.open(websiteId);
  await makeAvailableOffline(profile);
  await context.setOffline(true);
  await shell(page).expectStatus('Offline');
  await fillScreens(profile, round, offlineScreens, (one) => one.expectPending());
  const pending = entriesOf(round);
  await shell(page).expectStatus(`Offline · On this device: ${pending}`);

  await context.setOffline(false);
  await outboxEmptied(page);
  await form.toasts.expect('All changes sent', `${pending} changes are now on the server.`);
  await shell(page).expectStatus('Saved');
  await expectOnServer(round);
});

/** Saves of one category that nobody has tried to send yet are one outbox entry. */
function entriesOf({ filled }: Round): number {
  return new Set([...filled].flatMap(([screen, fields]) => fields.map(({ field }) => categoryOf(screen, field)))).size;
}
