import { type ElementHandle, expect } from 'playwright/test';
import { header } from '#contract/settings/header.ts';
import { domains } from '#contract/resources/domains.ts';
import { popups } from '#contract/resources/popups.ts';
import { redirects } from '#contract/resources/redirects.ts';
import { users } from '#contract/resources/users.ts';
import { seo } from '#contract/settings/seo.ts';
import { siteInfo } from '#contract/settings/site-info.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { demoWebsites } from '../support/accounts.ts';
import { animationsEnded } from '../support/animations-ended.ts';
import { takeFootTops, takeShifts, watchFoot, watchStillness } from '../support/stillness.ts';
import { recordsPage } from './models/records-page.ts';
import { signInPage } from './models/sign-in-page.ts';
import { holdScript } from '../support/held-script.ts';
import { settingsPage } from './models/settings-page.ts';
import { test } from './support/fixtures.ts';
import { heldClick } from './support/held-click.ts';

// What is typed into settings screens is in `all-screens.spec.ts`.

test('sign-in: the email has the focus, and what is clicked after a wrong one is met', async ({ page }) => {
  const screen = signInPage(page);
  await screen.open();
  await expect(screen.email).toBeFocused();
  await page.evaluate(watchStillness);
  await screen.email.fill('no address');
  for (const control of [screen.keep, screen.password]) {
    const element = await control.elementHandle();
    await screen.email.click();
    if (element) expect(await heldClick(page, element as ElementHandle<HTMLElement>)).toBeNull();
    await expect(screen.email).toHaveAccessibleDescription('Enter a valid email address.');
    expect(await page.evaluate(takeShifts)).toEqual([]);
  }
});

// A dialog stands at the foot of a narrow window, and hangs from the top of a wide one.
for (const viewport of [
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
]) {
  test(`a record in a dialog at ${viewport.width} px: what is clicked after a wrong entry is met`, async ({ signedInProfile, site }) => {
    const { page } = await signedInProfile({ viewport });
    const list = recordsPage(page, redirects, site.id);
    await list.open('/new');
    await expect(list.field('From')).toBeFocused();
    await page.evaluate(animationsEnded);
    await page.evaluate(watchStillness);
    await list.fill({ From: 'no address' });
    const to = await list.field('To').elementHandle();
    if (to) expect(await heldClick(page, to as ElementHandle<HTMLElement>)).toBeNull();
    expect(await page.evaluate(takeShifts)).toEqual([]);
    // The summary comes after a failed Save alone, and moves nothing when it comes or goes.
    const summary = list.form.getByRole('region', { name: 'What needs another look' });
    const still = [list.form, list.field('From'), list.field('To'), list.save];
    const boxes = () => Promise.all(still.map((each) => each.boundingBox()));
    const before = await boxes();
    await list.save.click();
    await expect(summary).toBeFocused();
    expect(await boxes()).toEqual(before);
    if (to) expect(await heldClick(page, to as ElementHandle<HTMLElement>)).toBeNull();
    // What it covers can be scrolled from under it.
    const rewrite = list.form.getByRole('checkbox', { name: 'Rewrite', exact: true });
    await rewrite.click();
    await expect(rewrite).toBeChecked();
    await rewrite.click();
    await list.field('From').scrollIntoViewIfNeeded();
    await list.form.evaluate((dialog) => {
      for (const element of dialog.querySelectorAll('*')) element.scrollTop = 0;
    });
    await list.fill({ From: '/from', To: '/to' });
    await expect(summary).toBeHidden();
    expect(await boxes()).toEqual(before);
  });
}

test('the buttons of a record’s dialog stay under the pointer when the record is there', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  for (const resource of [redirects, domains, users, popups]) {
    const list = recordsPage(page, resource, demoWebsites.versatile);
    await list.open();
    await page.evaluate(watchFoot);
    await list.names.first().click();
    await expect(list.form.locator('[data-field]').first()).toBeVisible();
    const tops = await page.evaluate(takeFootTops);
    // Whether a help text takes one line or two is not known before. A button is 36 px high.
    expect(Math.max(...tops) - Math.min(...tops), `${resource.labels.many}: ${tops.join(', ')}`).toBeLessThan(18);
    await list.cancel.click();
    await expect(list.form).toBeHidden();
  }
});

test('a form with files whose code comes late is drawn as a whole, and nothing in it moves', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 1440, height: 1800 } });
  const { release } = await holdScript(page, 'files');
  await page.addInitScript(watchStillness);
  await page.goto(settingsPage(page, siteInfo).path(demoWebsites.versatile));
  await expect(page.getByRole('status', { name: `Loading ${siteInfo.title}` })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Site title' })).toBeHidden();
  // Its own place depends on the skeleton before it.
  const section = page.getByRole('region', { name: 'Region' });
  await page.evaluate(takeShifts);
  release();
  await expect(page.getByRole('img', { name: 'Apple touch icon' })).toBeVisible();
  await expect(section).toBeVisible();
  expect((await page.evaluate(takeShifts)).filter((shift) => shift.includes('SECTION'))).toEqual([]);
});

test('the skeleton of a screen that differs by theme is drawn once, for the theme', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 1440, height: 900 } });
  const form = settingsPage(page, header);
  await form.open(demoWebsites.versatile);
  await page.addInitScript(watchStillness);
  // The form comes once the skeleton has been seen.
  const seen = Promise.withResolvers<void>();
  await page.route('**/settings/**', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.goto(form.path(demoWebsites.byron));
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading Header' }).getByRole('heading').first()).toBeVisible();
  expect((await page.evaluate(takeShifts)).filter((shift) => shift.includes('SECTION'))).toEqual([]);
  seen.resolve();
  await form.expectOpen();
});

test('a counter stands beside the help, and never over it', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 375, height: 900 } });
  await settingsPage(page, seo).open(demoWebsites.versatile);
  for (const field of fieldsOf(seo).filter((each) => 'counter' in each)) {
    const [help, counter] = [page.locator(`[id="${field.key}-help"]`), page.locator(`[id="${field.key}-counter"]`)];
    await expect(counter).toBeVisible();
    const left = (await counter.boundingBox())?.x ?? 0;
    const right = await help.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return Math.max(...[...text.getClientRects()].filter((box) => box.width > 0).map((box) => box.right));
    });
    expect(right, field.key).toBeLessThanOrEqual(left);
  }
});
