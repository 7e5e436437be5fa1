import { expect } from 'playwright/test';
import { themeKeys } from '#contract/entities/website.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { categoryOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { makeAvailableOffline } from './support/console.ts';
import { expectOnScreens, expectOnServer, fillEveryScreen, newRound, type Round } from './support/every-screen.ts';
import { test } from './support/fixtures.ts';

// Every field of the demo's own websites is changed.
test.use({ ownServer: 'settings' });

// By screen in steps, so that a theme needs one sign-in and its offline saves one reconnect.
for (const [index, theme] of themeKeys.entries()) {
  const websiteId = String(index + 1);

  test(`${theme}: every screen of the catalogue saved, on the server, and there in a fresh profile`, async ({ signedInProfile, api }) => {
    test.setTimeout(600_000);
    const round = await newRound(api, websiteId, theme, 'online');
    await fillEveryScreen(await signedInProfile(), round, async (form) => {
      await form.expectSaved();
      await expect(form.saveBar).toBeHidden();
    });
    expect([...round.filled.keys()].map(({ id }) => id)).toEqual(settingsScreens.map(({ id }) => id));
    await expectOnServer(round);
    await expectOnScreens(await signedInProfile(), round);
  });

  test(`${theme}: every screen of the catalogue saved offline, sent in one go when the connection is back`, async ({
    signedInProfile,
    api,
  }) => {
    test.setTimeout(600_000);
    const round = await newRound(api, websiteId, theme, 'offline');
    const profile = await signedInProfile();
    const { page, context } = profile;
    const form = settingsPage(page, socialLinks);
    await form.open(websiteId);
    await makeAvailableOffline(profile);
    await context.setOffline(true);
    await shell(page).expectStatus('Offline');
    await fillEveryScreen(profile, round, (form) => form.expectKept());
    const waiting = rowsOf(round);
    await shell(page).expectStatus(`Offline, ${waiting} waiting`);

    await context.setOffline(false);
    await form.toasts.expect('All changes sent', `${waiting} changes are now on the server.`);
    await shell(page).expectStatus('Saved');
    await expectOnServer(round);
  });
}

/** Saves of one category that nobody has tried to send yet are one row of the queue. */
function rowsOf({ filled }: Round): number {
  return new Set([...filled].flatMap(([screen, fields]) => fields.map(({ field }) => categoryOf(screen, field)))).size;
}
