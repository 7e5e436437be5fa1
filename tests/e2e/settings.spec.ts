import { expect } from 'playwright/test';
import { settingsScreens } from '#contract/settings/index.ts';
import { categoryOf, fieldsOf } from '#contract/settings/screen.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { test } from './support/fixtures.ts';
import { offlineReady } from './support/offline.ts';
import { validValue } from './support/settings-values.ts';

for (const screen of settingsScreens) {
  const fields = fieldsOf(screen);

  test(`${screen.title}: saved, on the server, and there in a fresh profile`, async ({ signedInProfile, site, api }) => {
    const { page } = await signedInProfile();
    const form = settingsPage(page, screen);
    await form.open(site.id);
    for (const field of fields) await form.fill(field, validValue(field, 'online'));
    await form.save.click();
    await form.expectSaved();
    await expect(form.saveBar).toBeHidden();
    for (const field of fields) {
      expect(await api.setting(site.id, categoryOf(screen, field), field.key), field.key).toBe(validValue(field, 'online'));
    }

    const fresh = await signedInProfile();
    const again = settingsPage(fresh.page, screen);
    await again.open(site.id);
    for (const field of fields) await again.expectValue(field, validValue(field, 'online'));
  });

  test(`${screen.title}: saved offline, sent when the connection is back`, async ({ signedInProfile, site, api }) => {
    const { page, context } = await signedInProfile();
    const form = settingsPage(page, screen);
    await form.open(site.id);
    await offlineReady(page);
    await context.setOffline(true);
    await shell(page).expectStatus('Offline');
    for (const field of fields) {
      if (field.kind === 'checkbox') await form.fill(field, true);
      else await form.fill(field, validValue(field, 'offline'));
    }
    await form.save.click();
    await form.expectKept();
    await shell(page).expectStatus('Offline, 1 waiting');

    await context.setOffline(false);
    await form.toasts.expect('All changes sent', '1 change is now on the server.');
    await shell(page).expectStatus('Saved');
    for (const field of fields) {
      const expected = field.kind === 'checkbox' ? true : validValue(field, 'offline');
      expect(await api.setting(site.id, categoryOf(screen, field), field.key), field.key).toBe(expected);
    }
  });
}
