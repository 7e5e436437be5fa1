import { expect, type Locator, type Page } from 'playwright/test';
import * as v from 'valibot';
import { primaryDomain } from '#contract/entities/website.ts';
import { refusedSelectors, takenSelectors } from '#contract/testing/css-selectors.ts';
import type { Api } from '../support/api.ts';
import { violationsOn } from '../support/axe.ts';
import { test } from './support/fixtures.ts';

const idsSchema = v.object({ data: v.array(v.object({ id: v.union([v.number(), v.string()]), title: v.optional(v.string()) })) });

/** The public site of the demo's second website, which has content, and one popup besides the demo's. */
async function siteWith(api: Api, popup: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await api.call('POST', '/websites/2/popups', {
    name: 'Tested',
    title: 'Tested popup',
    // Classes of the popup's own parts, which an agency's content may have too.
    content: '<p class="popup-title popup-close">About it</p>',
    ...popup,
  });
  expect(answer.status).toBe(201);
  const website = (await api.websites()).find(({ id }) => id === '2');
  if (!website) throw new Error('There is no website 2');
  return `/sites/${primaryDomain(website)}/`;
}

/** The tests of a worker share its server. */
test.afterEach(async ({ api }) => {
  const answer = await api.call('GET', '/websites/2/popups?q=Tested');
  for (const { id } of v.parse(idsSchema, await answer.json()).data) await api.call('DELETE', `/websites/2/popups/${id}`);
});

async function firstId(api: Api, list: string, title?: string): Promise<string> {
  const answer = await api.call('GET', `/websites/2/${list}?per_page=100`);
  const { data } = v.parse(idsSchema, await answer.json());
  return String(data.find((each) => title === undefined || each.title === title)?.id);
}

const idSchema = v.object({ data: v.object({ id: v.union([v.number(), v.string()]) }) });
const totalSchema = v.object({ pagination: v.object({ total: v.number() }) });

async function submissionsOf(api: Api, formId: string): Promise<number> {
  const answer = await api.call('GET', `/websites/2/submissions?form_id=${formId}`);
  return v.parse(totalSchema, await answer.json()).pagination.total;
}

/** The form says where it stands which of its fields are required. */
async function refusedInPlace(form: Locator, labels: readonly string[] = ['Name', 'Email']): Promise<void> {
  const summary = form.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(labels.map((label) => `${label} is required.`));
  for (const label of labels) {
    await expect(form.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(`${label} is required.`);
  }
}

// Chromium intercepts requests of a page that is loaded already only some time after it was asked to: the first would not be held.
test.beforeEach(({ page }) => page.route('**/forms/*', (route) => route.fallback()));

/** Holds the answer to the next call of an address. */
async function holdAnswer(page: Page, address: string) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    address,
    async (route) => {
      asked.resolve();
      await released.promise;
      await route.fallback();
    },
    { times: 1 },
  );
  return {
    asked: asked.promise,
    release: () => released.resolve(),
    /** Releases the answer, and waits until the page has all of it. */
    async deliver() {
      const answered = page.waitForResponse(address);
      released.resolve();
      await (await answered).finished();
    },
  };
}

const popup = (page: Page) => page.getByRole('dialog', { name: 'Tested popup' });
const banner = (page: Page) => page.getByRole('region', { name: 'Tested popup' });
const button = (page: Page) => page.getByRole('link', { name: 'Skip to content' });

test('a click on what a selector finds opens a popup, which keeps the focus and gives it back; Escape and Close close it', async ({
  page,
  api,
}) => {
  await page.goto(await siteWith(api, { triggers: [{ type: 'button', trigger_class: '.skip' }] }));
  // The page is sandboxed without an origin, and has no storage.
  expect(await page.evaluate(() => self.origin)).toBe('null');
  await expect(popup(page)).toBeHidden();
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(popup(page)).toBeVisible();
  await expect(page).not.toHaveURL(/#content/);
  await expect(popup(page).getByRole('heading', { name: 'Tested popup' })).toBeFocused();
  expect(await violationsOn(page, { rules: 'standard' })).toEqual([]);
  for (let times = 0; times < 3; times += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
  }
  await page.keyboard.press('Escape');
  await expect(popup(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
  // What a visitor asks for opens each time.
  await page.keyboard.press('Enter');
  await popup(page).getByRole('button', { name: 'Close' }).click();
  await expect(popup(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
});

test('a page opens a popup after its delay, and once', async ({ page, api }) => {
  const page_id = await firstId(api, 'pages', 'Home');
  const site = await siteWith(api, {
    animation: 'none',
    size: 'small',
    css_class: 'of-ours',
    triggers: [
      { type: 'page', page_id, delay: 100 },
      { type: 'page', page_id, delay: 300 },
    ],
  });
  await page.goto(site);
  await expect(popup(page)).toBeVisible();
  await expect(popup(page)).toHaveClass(/popup-small.*of-ours/);
  await page.keyboard.press('Escape');
  await page.clock.install();
  await page.clock.runFor(1000);
  await expect(popup(page)).toBeHidden();
  await page.reload();
  await page.clock.runFor(1000);
  await expect(popup(page)).toBeHidden();
});

test('a page that a popup does not name opens nothing, and a changed popup changes the cached page', async ({ page, api }) => {
  const site = await siteWith(api, { triggers: [{ type: 'page', page_id: await firstId(api, 'pages', 'Careers') }] });
  await page.goto(site);
  await expect(page.locator('[aria-labelledby$=title]', { hasText: 'Tested popup' })).toHaveCount(0);
  const answer = await api.call('GET', '/websites/2/popups?q=Tested');
  const id = v.parse(idsSchema, await answer.json()).data.at(-1)?.id;
  await api.call('PATCH', `/popups/${id}`, {
    triggers: [{ type: 'button', trigger_class: '.skip' }],
    content: '<b>New</b><script>document.title="run"</script>',
  });
  await page.goto(site);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(popup(page).getByText('New')).toBeVisible();
  expect(await page.title()).not.toBe('run');
  await api.call('DELETE', `/websites/2/popups/${id}`);
  await page.goto(site);
  await expect(page.locator('[aria-labelledby$=title]', { hasText: 'Tested popup' })).toHaveCount(0);
});

test('a banner stands below the header or at the foot, takes no focus, and goes with Escape', async ({ context, api }) => {
  const page_id = await firstId(api, 'pages', 'Home');
  const site = await siteWith(api, { type: 'banner', position: 'top', animation: 'slide', triggers: [{ type: 'page', page_id }] });
  for (const width of [1440, 375]) {
    // A tab of its own: a visit.
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 812 });
    await page.goto(site);
    await expect(banner(page)).toBeVisible();
    const headerEnd = () => page.locator('.site-header').evaluate((header) => Math.max(0, header.getBoundingClientRect().bottom));
    const bannerTop = () => banner(page).evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(async () => Math.abs((await bannerTop()) - (await headerEnd()))).toBeLessThan(1);
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await expect.poll(async () => Math.abs((await bannerTop()) - (await headerEnd()))).toBeLessThan(1);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(banner(page)).toBeHidden();
  }
});

test('a form with a popup is sent in place, and its popup opens once the site has taken it', async ({ page, api }) => {
  const form_id = await firstId(api, 'forms');
  const site = await siteWith(api, { triggers: [{ type: 'form', form_id }] });
  const before = await submissionsOf(api, form_id);
  await api.call('POST', '/websites/2/settings/update', {
    data: { settings: [{ key: 'footer_form', value: [form_id], category: 'style', type: 'form' }] },
  });
  await page.goto(site);
  const form = page.locator(`form[data-form="${form_id}"]`).first();
  await form.getByRole('button', { name: 'Send' }).click();
  await refusedInPlace(form);
  const late = await holdAnswer(page, `**/forms/${form_id}`);
  await form.getByRole('button', { name: 'Send' }).click();
  await late.asked;
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Email').fill('ada@example.com');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(popup(page)).toBeVisible();
  // The page stays, though its own origin may not read the site's answers without being allowed to.
  await expect(page).toHaveURL(new RegExp(`${site}$`, 'u'));
  expect(await submissionsOf(api, form_id)).toBe(before + 1);
  // The answer to what was sent before says nothing any more.
  await late.deliver();
  await page.keyboard.press('Escape');
  await expect(form.getByLabel('Name')).toHaveValue('');
  await expect(form.getByRole('alert')).toHaveCount(0);
});

test('the form in a popup says there what it lacks, and leads on once it is sent', async ({ page, api }) => {
  const form_id = await firstId(api, 'forms');
  const before = await submissionsOf(api, form_id);
  const site = await siteWith(api, { form_id, triggers: [{ type: 'button', trigger_class: '.skip' }] });
  await page.goto(site);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await popup(page).getByLabel('Name').fill('Ada');
  await page.keyboard.press('Enter');
  await refusedInPlace(popup(page), ['Email']);
  await expect(page).toHaveURL(new RegExp(`${site}$`, 'u'));
  await expect(popup(page).getByLabel('Name')).toHaveValue('Ada');
  expect(await violationsOn(page, { rules: 'standard' })).toEqual([]);
  await popup(page).getByRole('link', { name: 'Email is required.' }).click();
  await expect(popup(page).getByLabel('Email')).toBeFocused();
  await page.keyboard.type('ada@example.com');
  const held = await holdAnswer(page, `**/forms/${form_id}`);
  await page.keyboard.press('Enter');
  await held.asked;
  await expect(popup(page).getByRole('button', { name: 'Sending…' })).toHaveAttribute('aria-busy', 'true');
  held.release();
  await expect(page).not.toHaveURL(new RegExp(`${site}(?:#.*)?$`, 'u'));
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await submissionsOf(api, form_id)).toBe(before + 1);
});

test('a form in a popup whose fields are named as parts of a form is refused in place, and as a page where it was changed meanwhile', async ({
  page,
  api,
}) => {
  const field = (key: string) => ({ type: 'text', key, name: key, label: key, required: true });
  const fields = ['elements', 'action', 'reset'].map(field);
  const definition = { name: 'Tested', fields };
  const made = await api.call('POST', '/websites/2/forms', { definition });
  const { id: form_id } = v.parse(idSchema, await made.json()).data;
  const site = await siteWith(api, { form_id, triggers: [{ type: 'button', trigger_class: '.skip' }] });
  await page.goto(site);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await popup(page).getByRole('button', { name: 'Send' }).click();
  await refusedInPlace(popup(page), ['elements', 'action', 'reset']);
  for (const { label } of fields) await popup(page).getByLabel(label).fill('Ada');
  const changed = await api.call('PATCH', `/websites/2/forms/${form_id}`, {
    definition: { ...definition, fields: [...fields, field('new')] },
  });
  expect(changed.status).toBe(200);
  await popup(page).getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(new RegExp(`/forms/${form_id}$`, 'u'));
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['new is required.']);
  await expect(page.getByRole('main').getByLabel('action')).toHaveValue('Ada');
  await api.call('DELETE', `/websites/2/forms/${form_id}`);
});

test('the console takes the selectors that a browser takes', async ({ page }) => {
  const isTaken = (selector: string) =>
    page.evaluate((text) => {
      try {
        document.querySelector(text);
        return true;
      } catch {
        return false;
      }
    }, selector);
  for (const selector of takenSelectors) expect.soft(await isTaken(selector), selector).toBe(true);
  for (const selector of refusedSelectors) expect.soft(await isTaken(selector), selector).toBe(false);
});
