import { expect, type Page } from 'playwright/test';
import type { Field } from '#contract/fields/field.ts';
import { agencyDepartments } from '#contract/settings/agency-departments.ts';
import { customCss } from '#contract/settings/custom-css.ts';
import { customTerminology } from '#contract/settings/custom-terminology.ts';
import { feeds } from '#contract/settings/feeds.ts';
import { disallowAll, robots } from '#contract/settings/robots.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { footer } from '#contract/settings/footer.ts';
import { trackingCodes } from '#contract/settings/tracking-codes.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { test } from './support/fixtures.ts';
import { refuseReading } from './support/refuse-reading.ts';
import { idleDrafts } from './support/device.ts';

function fieldAt(screen: SettingsScreen, key: string): Field {
  const field = fieldsOf(screen).find((candidate) => candidate.key === key);
  if (!field) throw new Error(`${screen.title} has no field ${key}`);
  return field;
}
const facebook = fieldAt(socialLinks, 'fb_link');
const instagram = fieldAt(socialLinks, 'ig_link');
const robotsTxt = fieldAt(robots, 'robots_txt');
const departments = fieldAt(agencyDepartments, 'agency_departments');
const link = (name: string) => `https://${name}.example/`;

/** Answers every save with a refusal in the API's format. */
async function refuse(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  const error = { code: 'validation_failed', message: 'refused', display_message: 'The server has refused this.', fields };
  await page.route('**/settings/update', (route) => route.fulfill({ status: 422, json: { error } }));
}

test('a value that is none: message at the field, summary with the focus, link to the field; nothing is sent', async ({
  signedInProfile,
  site,
  api,
}) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.field(facebook).fill('not a link');
  await expect(form.field(facebook)).not.toHaveAttribute('aria-invalid');
  await form.field(instagram).fill('javascript:alert(1)');
  await form.expectProblem(facebook, 'Enter a full address, such as https://example.com.');
  await form.save.click();

  await expect(form.errorSummary).toBeFocused();
  await expect(form.errorSummary.getByRole('link')).toHaveCount(2);
  await form.errorSummary.getByRole('link', { name: /Instagram URL/ }).click();
  await expect(form.field(instagram)).toBeFocused();
  await expect(form.field(instagram)).toHaveAttribute('aria-invalid', 'true');

  await form.field(instagram).fill(link('instagram'));
  await form.field(facebook).fill(link('facebook'));
  await expect(form.errorSummary).toBeHidden();
  expect(await api.setting(site.id, 'social', 'fb_link')).toBeNull();
  await form.save.click();
  await form.expectSaved();
  expect(await api.setting(site.id, 'social', 'fb_link')).toBe(link('facebook'));
});

test('a required field that was emptied says so', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, agencyDepartments);
  await form.open(site.id);
  await form.field(departments).fill('Sales');
  await form.save.click();
  await form.expectSaved();
  await form.field(departments).fill('');
  await form.save.click();
  await form.expectProblem(departments, 'Agency Departments is required.');
  expect(await api.setting(site.id, 'agency', 'agency_departments')).toBe('Sales');
});

test('a text field stops at 9000 characters and says so', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, robots);
  await form.open(site.id);
  const text = form.field(robotsTxt);
  await text.fill('x'.repeat(8999));
  await expect(page.getByText('8,999 / 9,000')).toBeVisible();
  await text.press('End');
  await text.pressSequentially('yz');
  await expect(text).toHaveValue(`${'x'.repeat(8999)}y`);
  await expect(page.getByText('This field can hold at most 9,000 characters.')).toBeVisible();
  await expect(page.getByText('9,000 / 9,000')).toBeVisible();
});

test('code that is too long is kept whole, and refused at Save', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, customCss);
  await form.open(site.id);
  const editor = form.field(fieldAt(customCss, 'custom_css'));
  await editor.fill('/* first */');
  await editor.press('End');
  await page.keyboard.insertText('y'.repeat(9100));
  await expect(page.getByText('9,111 / 9,000')).toBeVisible();
  await expect(page.getByText('At most 9,000 characters; this has 9,111. Shorten it before you save.')).toBeVisible();
  await form.save.click();
  await form.expectProblem(fieldAt(customCss, 'custom_css'), 'Custom CSS can hold at most 9000 characters; this has 9111.');
  await expect(page.getByText('9,111 / 9,000')).toBeVisible();
  expect(await api.setting(site.id, 'css', 'custom_css')).toBeNull();
});

test('code that does not parse is warned about with line and column, and saved by a second Save', async ({
  signedInProfile,
  site,
  api,
}) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, customCss);
  await form.open(site.id);
  await form.field(fieldAt(customCss, 'custom_css')).fill('a {\n  color: red;\n}}');
  await form.save.click();
  const warning = page.getByRole('region', { name: 'Code that does not parse' });
  await expect(warning).toBeFocused();
  await expect(warning).toContainText('Custom CSS, line 3, column 2:');
  expect(await api.setting(site.id, 'css', 'custom_css')).toBeNull();
  await form.save.click();
  await form.expectSaved();
  await expect(warning).toBeHidden();
  expect(String(await api.setting(site.id, 'css', 'custom_css'))).toContain('}}');
});

test('a pasted verification tag becomes its code; a wrong container ID is refused', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, trackingCodes);
  await form.open(site.id);
  const [code, container] = [fieldAt(trackingCodes, 'google_verification_code'), fieldAt(trackingCodes, 'gtm_code')];
  await form.field(code).fill('<meta name="google-site-verification" content="u7Qd-code" />');
  await form.field(container).fill('UA-12345678-1');
  await expect(form.field(code)).toHaveValue('u7Qd-code');
  await form.save.click();
  await form.expectProblem(container, /is an Analytics ID/u);
  await form.field(container).fill('gtm-abc1234');
  await form.save.click();
  await form.expectSaved();
  expect([await api.setting(site.id, 'tracking', 'gtm_code'), await api.setting(site.id, 'tracking', 'google_verification_code')]).toEqual([
    'GTM-ABC1234',
    'u7Qd-code',
  ]);
});

test('Control+S saves', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.field(facebook).fill(link('facebook'));
  await page.keyboard.press('ControlOrMeta+s');
  await form.expectSaved();
  expect(await api.setting(site.id, 'social', 'fb_link')).toBe(link('facebook'));
});

test('leaving with unsaved changes asks first; Back restores the typed values', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.field(facebook).fill(link('facebook'));
  const question = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' });
  const away = shell(page).navigation.getByRole('link', { name: 'Feeds' });

  await away.click();
  await expect(question.getByRole('button', { name: 'Save and leave' })).toBeFocused();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(form.field(facebook)).toHaveValue(link('facebook'));

  await idleDrafts(page, 1);
  await away.click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await settingsPage(page, feeds).expectOpen();
  await page.goBack();
  await form.expectOpen();
  await expect(form.field(facebook)).toHaveValue(link('facebook'));
  await expect(form.changed(1)).toBeVisible();
});

test('the browser asks before a tab with unsaved changes is closed, and only then', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.field(facebook).fill(link('facebook'));
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  await form.field(facebook).fill('');
  await expect(form.saveBar).toBeHidden();
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
});

test('a tab that was closed while typing, also right after the last key: the draft is back, with Discard', async ({
  signedInProfile,
  site,
}) => {
  const { page, context } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.field(facebook).fill(link('typed'));
  await idleDrafts(page, 1);
  await page.close();

  const reopened = await context.newPage();
  const again = settingsPage(reopened, socialLinks);
  await again.open(site.id);
  const notice = reopened.getByRole('status').filter({ hasText: /^Unsaved changes from \d{1,2}:\d{2} restored/ });
  await expect(notice).toBeVisible();
  await expect(again.field(facebook)).toHaveValue(link('typed'));
  await expect(again.changed(1)).toBeVisible();
  await notice.getByRole('button', { name: 'Discard' }).click();
  await expect(again.field(facebook)).toHaveValue('');
  await expect(notice).toBeHidden();
  await idleDrafts(reopened, 0);

  const leaving = await context.newPage();
  // The pause in typing after which a draft is written never ends.
  await leaving.addInitScript((draftDelay) => {
    const start = window.setTimeout;
    const startOthers = (work: () => void, ms = 0) => (ms === draftDelay ? 0 : start(work, ms));
    Object.assign(window, { setTimeout: startOthers });
  }, 400);
  const left = settingsPage(leaving, socialLinks);
  await left.open(site.id);
  await left.field(facebook).fill(link('typed'));
  await expect(left.changed(1)).toBeVisible();
  await idleDrafts(leaving, 0);
  await leaving.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await idleDrafts(leaving, 1);
});

test('two tabs on one screen, one a duplicate of the other: each keeps its own typed values', async ({ signedInProfile, site }) => {
  const { page, context } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  // A window that a page opens gets a copy of its sessionStorage, as a duplicated tab does.
  const opened = context.waitForEvent('page');
  await page.evaluate(() => window.open(location.href));
  const duplicate = await opened;
  const other = settingsPage(duplicate, socialLinks);
  await other.expectOpen();
  await form.field(facebook).fill(link('first'));
  await other.field(facebook).fill(link('second'));
  await idleDrafts(page, 2);

  // A reload is the same tab.
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(form.field(facebook)).toHaveValue(link('first'));
  await duplicate.close();
  const third = await context.newPage();
  const later = settingsPage(third, socialLinks);
  await later.open(site.id);
  await expect(later.field(facebook)).toHaveValue(link('second'));
  await third.getByRole('status').getByRole('button', { name: 'Discard' }).click();
  await expect(later.field(facebook)).toHaveValue('');
  await idleDrafts(third, 1);
  await expect(form.field(facebook)).toHaveValue(link('first'));
});

test('a refusal that names a field is shown at the field; the typed values stay', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  await refuse(page, { fb_link: 'This page does not exist.' });
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.field(facebook).fill(link('refused'));
  await form.save.click();
  await form.expectProblem(facebook, 'This page does not exist.');
  await expect(form.errorSummary).toBeFocused();
  await expect(form.field(facebook)).toHaveValue(link('refused'));
  await expect(form.changed(1)).toBeVisible();
  await expect(form.toasts.region.getByText('Saved')).toHaveCount(0);

  await page.unroute('**/settings/update');
  await form.save.click();
  await form.expectSaved();
});

test('a refusal that names no field shows a toast and a message above the form; the values stay', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  await refuse(page, {});
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.field(facebook).fill(link('refused'));
  await form.save.click();
  await form.toasts.expect('Error', 'The server has refused this.');
  await expect(form.errorSummary).toBeFocused();
  await expect(form.errorSummary).toContainText('The server has refused this.');
  await expect(form.field(facebook)).toHaveValue(link('refused'));
  await expect(form.changed(1)).toBeVisible();
});

test('an emptied robots.txt is saved as one that disallows all, and says so beforehand', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, robots);
  await form.open(site.id);
  await form.field(robotsTxt).fill('User-agent: *\nAllow: /');
  await form.save.click();
  await form.expectSaved();
  await form.field(robotsTxt).fill('  ');
  await expect(page.getByText('An empty file is saved as one that disallows all crawling.')).toBeVisible();
  await form.save.click();
  await expect(form.field(robotsTxt)).toHaveValue(disallowAll);
  expect(await api.setting(site.id, 'robots', 'robots_txt')).toBe(disallowAll);
});

test('marketing/robots leads to marketing/robotss', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  await page.goto(`/website/${site.id}/marketing/robots`);
  await expect(page).toHaveURL(new RegExp(`/website/${site.id}/marketing/robotss$`));
  await settingsPage(page, robots).expectOpen();
});

test('settings that can not be read say so, and Try again reads them', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile();
  const error = { code: 'internal_error', message: 'Something broke.', display_message: 'Something broke.' };
  const reading = await refuseReading(page, '**/settings/listings', error);
  await page.goto(`/website/${site.id}/admin/terminology`);
  await expect(page.getByText('The settings could not be loaded')).toBeVisible();
  await expect(page.getByText('Something broke.')).toBeVisible();
  await reading.stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  await settingsPage(page, customTerminology).expectOpen();
});

test('fields that nobody edits follow the server; a field being edited keeps its typed value', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const form = settingsPage(page, socialLinks);
  await form.open(site.id);
  await form.field(facebook).fill(link('mine'));
  const settings = [{ key: 'ig_link', value: [link('theirs')], category: 'social', type: null }];
  expect((await api.call('POST', `/websites/${site.id}/settings/update`, { data: { settings } })).status).toBe(200);
  await form.save.click();
  await form.expectSaved();
  await expect(form.field(instagram)).toHaveValue(link('theirs'));
  expect(await api.setting(site.id, 'social', 'fb_link')).toBe(link('mine'));
  expect(await api.setting(site.id, 'social', 'ig_link')).toBe(link('theirs'));
});

// The narrowest window with room for both.
test('a form and an open list in it stay as they are when the preview beside it arrives', async ({ signedInProfile, site }) => {
  const { page } = await signedInProfile({ viewport: { width: 1024, height: 800 } });
  const late = Promise.withResolvers<void>();
  await page.route('**/assets/settings-preview-*.js', async (route) => {
    await late.promise;
    await route.continue();
  });
  const form = settingsPage(page, footer);
  await form.open(site.id);
  await page.getByRole('combobox', { name: 'Logo link target' }).click();
  const option = page.getByRole('option', { name: 'New tab (_blank)', exact: true });
  await expect(option).toBeVisible();
  const place = () => form.heading.evaluate((element) => element.getBoundingClientRect().left);
  const before = await place();
  late.resolve();
  await expect(page.getByRole('radio', { name: 'Desktop' })).toBeAttached();
  expect(await place()).toBe(before);
  await option.click();
  await expect(page.getByRole('combobox', { name: 'Logo link target' })).toHaveText('New tab (_blank)');
});

test.describe(() => {
  // Its footer has colours; that of Byron has none.
  test.use({ siteTheme: 'versatile' });

  test('colours to choose from whose code did not load open with a later click', async ({ signedInProfile, site }) => {
    const { page } = await signedInProfile({ serviceWorkers: 'block' });
    const form = settingsPage(page, footer);
    await form.open(site.id);
    const code = '**/assets/theme-color-picker-*.js';
    await page.route(code, (route) => route.abort());
    const row = page.getByRole('button', { name: /^Background colour/ });
    // Over unsaved values the console does not load itself anew.
    await page.getByRole('textbox', { name: 'Quick links title' }).fill('Links');
    await row.click();
    await expect(page.getByText('This part of the console could not be loaded.')).toBeVisible();
    await expect(row).toHaveAttribute('aria-expanded', 'false');
    await page.unroute(code);
    // The first click may still be waiting for its answer when the banner says so. Another click closes colours that have opened late.
    const colors = page.getByRole('dialog', { name: 'Choose Background colour' });
    await expect(async () => {
      if (!(await colors.isVisible())) await row.click();
      await expect(colors).toBeVisible({ timeout: 5000 });
    }).toPass();
  });
});
