import { expect, type Locator } from 'playwright/test';
import { isDesignScreen } from '#contract/design-screens.ts';
import { distinctLabel, workingNavigation } from '#contract/navigation.ts';
import { framedScreenOf } from '#contract/frames/screens.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { restOfAccountPath } from '#contract/resources/paths.ts';
import { customTerminology } from '#contract/settings/custom-terminology.ts';
import { screenAt } from '#contract/settings/index.ts';
import { robots } from '#contract/settings/robots.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { demo, demoWebsites, other } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { websiteId } from '../support/ready-conditions.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { signInPage } from './models/sign-in-page.ts';
import { toasts } from './models/toasts.ts';
import { websitesPage } from './models/websites-page.ts';
import { loseConnection } from './support/console.ts';
import { test } from './support/fixtures.ts';

const social = `/website/${websiteId}/marketing/social`;

test('the switcher: name and first domain, search on the server, another website, back to the list', async ({ signedInProfile, api }) => {
  const { page } = await signedInProfile();
  await page.goto(social);
  const { switcher } = shell(page);
  await expect(switcher).toContainText('North Shore Realty');
  await expect(switcher).toContainText('www.northshorerealty.test');
  await switcher.click();
  const search = page.getByRole('combobox', { name: 'Search websites' });
  const options = page.getByRole('listbox', { name: 'Search websites' }).getByRole('option');
  await expect(options).toHaveCount(25);
  await expect(page.getByText('58 more; type to find them.')).toBeVisible();
  await search.fill('minim');
  await expect(options).toHaveCount(1);
  await expect(options).toContainText('www.minimresidential.test');
  await search.press('Enter');
  const minim = (await api.websites()).find(({ name }) => name === 'Minim Residential');
  await expect(page).toHaveURL(new RegExp(`/website/${minim?.id}/content/posts$`));
  await expect(switcher).toContainText('Minim Residential');
  await switcher.click();
  // The link stands below the list, and moves when the list arrives.
  await expect(options).toHaveCount(25);
  await page.getByRole('link', { name: 'Back to website list' }).click();
  await expect(websitesPage(page).heading).toBeVisible();
  await expect(switcher).toBeHidden();
  await expect(shell(page).banner.getByRole('button', { name: 'Clear Cache' })).toBeHidden();
});

test('Clear Cache: its two toasts, and why not offline', async ({ signedInProfile }) => {
  const profile = await signedInProfile();
  const { page, context } = profile;
  await page.goto(social);
  const clear = shell(page).banner.getByRole('button', { name: 'Clear Cache' });
  await clear.click();
  await toasts(page).expect('Cache cleared', 'Cache has been successfully cleared.');
  const error = { code: 'internal_error', message: 'x' };
  await context.route(`**/api/websites/${websiteId}/cache`, (route) => route.fulfill({ status: 500, json: { error } }));
  await clear.click();
  await toasts(page).expect('Error', 'Unable to clear cache. Please try again later.');
  await loseConnection(profile);
  await expect(clear).toHaveAttribute('aria-disabled', 'true');
  await expect(clear).toHaveAttribute('title', 'Clearing the cache needs a connection.');
});

test('Preview Website opens the primary domain in a new tab', async ({ signedInProfile }) => {
  const { page, context } = await signedInProfile();
  await page.goto(social);
  const opened = context.waitForEvent('page');
  await shell(page).banner.getByRole('link', { name: 'Preview Website' }).click();
  const site = await opened;
  // A host name of this machine, whose site the server serves beside the console.
  await expect(site).toHaveURL('/sites/www.northshorerealty.test/');
  await expect(site).toHaveTitle('North Shore Realty: homes for sale and for rent');
  expect(await site.evaluate(() => window.opener)).toBeNull();
});

test('the user menu: name, Contact Support, theme, Logout', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await page.goto(social);
  await shell(page).userMenu.click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Dana Moore');
  const support = menu.getByRole('menuitem', { name: 'Contact Support' });
  await expect(support).toHaveAttribute('href', 'https://support.frontage.example/');
  await expect(support).toHaveAttribute('target', '_blank');
  await expect(menu.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  // Logout is the last item: the whole menu is visible, without scrolling.
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);

  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await menu.getByText('Dark', { exact: true }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect(shell(page).userMenu).toBeVisible();
  expect(await background()).toBe(dark);
});

test('the side navigation has the working entries of each group, and marks where one is', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  // The last entry, so that following the first one changes the page.
  await page.goto(`/website/${websiteId}/marketing/robotss`);
  const { navigation, unfoldNavigation } = shell(page);
  // By its title: every screen of the catalogue, every framed one, every list of records, and those of their own kind.
  const titleAt = (path: string) =>
    screenAt(path)?.title ??
    framedScreenOf(path)?.title ??
    resources.find((resource) => resource.path === path)?.labels.heading ??
    { 'design/homepage': 'Homepage', files: 'Files' }[path];
  const groups = workingNavigation((path) => titleAt(path) !== undefined);
  const entries = groups.flatMap((group) =>
    group.sections.flatMap((section) => section.entries.map((entry) => ({ ...entry, name: distinctLabel(groups, section, entry) }))),
  );
  expect(entries.length).toBeGreaterThan(5);
  await expect(navigation.getByRole('link')).toHaveText(entries.map(({ name }) => name));
  for (const group of groups) await expect(navigation.getByText(group.title, { exact: true })).toBeVisible();
  for (const [at, { path }] of entries.entries()) {
    // A screen of the account leads out of the website.
    if (restOfAccountPath(path) !== null) continue;
    // By its position: several groups have an Index Page.
    const link = navigation.getByRole('link').nth(at);
    await link.click();
    await expect(page).toHaveURL(new RegExp(`/website/${websiteId}/${path}$`));
    await expect(page.getByRole('heading', { level: 1, name: titleAt(path) ?? '', exact: true })).toBeFocused();
    if (isDesignScreen(`/website/${websiteId}/${path}`)) {
      await expect(navigation).toHaveCount(0);
      await unfoldNavigation();
    }
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(`${titleAt(path)} · North Shore Realty · Frontage`);
  }
});

const layerOf = (locator: Locator) => locator.evaluate((element) => Number(getComputedStyle(element).zIndex));

test('a screen opened by its address begins at its top, and the navigation shows its entry', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 1440, height: 600 } });
  for (const screen of [robots, customTerminology, socialLinks]) {
    const form = settingsPage(page, screen);
    await form.open(demoWebsites.versatile);
    await expect(shell(page).navigation.locator('[aria-current=page]')).toBeInViewport({ ratio: 1 });
    await expect(form.save).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

test('under 1024 px the navigation is a drawer', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 1000, height: 800 } });
  await page.goto(social);
  await expect(page.getByRole('heading', { level: 1, name: 'Social links' })).toBeVisible();
  await expect(shell(page).navigation).toBeHidden();
  await shell(page).banner.getByRole('button', { name: 'Clear Cache' }).click();
  const toast = page.locator('[data-toast]');
  await expect.poll(() => toast.boundingBox()).toMatchObject({ x: 1000 - 16 - 384, y: 75 });
  const toastLayer = await layerOf(page.getByRole('region', { name: 'Notifications' }));
  await shell(page).banner.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'North Shore Realty' });
  expect(toastLayer).toBeGreaterThan(0);
  expect(await layerOf(drawer)).toBeGreaterThan(toastLayer);
  await drawer.getByRole('link', { name: 'Feeds' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Feeds' })).toBeVisible();
});

test('an address that leads nowhere: 404, seen by analytics as "Not found"', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  // The page's own configuration, with an address for page views.
  const config = JSON.stringify({ analyticsUrl: '/analytics-of-this-test' }).replaceAll('"', '&quot;');
  await page.route('**/no/such/page', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text())
      .replace(/<meta name="frontage-config"[^>]*>/, '')
      .replace('<head>', `<head><meta name="frontage-config" content="${config}">`);
    await route.fulfill({ response: answer, body });
  });
  const seen = page.waitForRequest('**/analytics-of-this-test');
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible();
  await expect(page).toHaveTitle('Not found · Frontage');
  expect(JSON.parse((await seen).postData() ?? '{}')).toMatchObject({ kind: 'page', name: 'Not found' });
  await page.getByRole('link', { name: 'Back to website list' }).click();
  await expect(websitesPage(page).heading).toBeVisible();
});

test('a settings address that is none', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await page.goto(`/website/${websiteId}/marketing/nothing`);
  await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible();
});

test('another account’s website is not there', async ({ signedInProfile, app }) => {
  const theirs = (await (await signedInApi(app.origin, other)).websites())[0]?.id;
  const { page } = await signedInProfile();
  await page.goto(`/website/${theirs}/marketing/social`);
  await expect(page.getByText('Website not found')).toBeVisible();
  await expect(page.getByText('Harbour City Homes')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to website list' }).last().click();
  await expect(websitesPage(page).heading).toBeVisible();
});

test('by keyboard alone: sign in, choose a website, edit, save', async ({ page, app, site }) => {
  const api = await signedInApi(app.origin, demo);
  const press = (key: string) => page.keyboard.press(key);
  const tabTo = async (reached: () => Promise<boolean>, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    for (let i = 0; i < 40; i += 1) {
      if (await reached()) return;
      await press(key);
    }
    throw new Error('Forty presses of Tab did not lead there.');
  };
  const has = (locator: ReturnType<typeof page.locator>) => () => locator.evaluate((element) => element === document.activeElement);

  const screen = signInPage(page);
  await screen.open();
  await tabTo(has(screen.email));
  await page.keyboard.type(demo.email);
  await press('Tab');
  await page.keyboard.type(demo.password);
  await press('Enter');

  const list = websitesPage(page);
  await expect(list.names).toHaveCount(25);
  await tabTo(has(list.search));
  await page.keyboard.type(site.domains[0]?.domain ?? site.name);
  await expect(list.names).toHaveText([site.name]);
  await tabTo(has(list.names));
  await press('Enter');

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(has(shell(page).navigation.getByRole('link', { name: 'Social links' })), 'Shift+Tab');
  await press('Enter');
  const form = settingsPage(page, socialLinks);
  await form.expectOpen();
  await expect(form.heading).toBeFocused();
  const [first] = fieldsOf(socialLinks);
  if (!first) throw new Error('Social links has no field');
  await tabTo(has(form.field(first)));
  await page.keyboard.type('https://keyboard.example/');
  await tabTo(has(form.save), 'Shift+Tab');
  await press('Enter');
  await form.expectSaved();
  expect(await api.setting(site.id, 'social', first.key)).toBe('https://keyboard.example/');
});

test('the skip link leads past the navigation', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  await page.goto(social);
  await expect(page.getByRole('heading', { level: 1, name: 'Social links' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('the page stays where it is when a control of the top bar takes the focus, clicked or by keyboard', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 1440, height: 600 } });
  await page.goto('/website/1/design/site-info');
  await expect(page.getByRole('heading', { level: 1, name: 'Site Info' })).toBeVisible();
  await page.getByRole('main').getByRole('textbox').first().waitFor();
  // It comes above the fields, and takes them along.
  await page.getByRole('navigation', { name: /^Sections of/u }).waitFor();
  await page.evaluate(() => scrollTo(0, 150));
  const top = () => page.evaluate(() => scrollY);
  expect(await top()).toBe(150);
  const center = shell(page).chip(/^Sync status/);
  await center.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await top()).toBe(150);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(center).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await top()).toBe(150);
});
