import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { primaryDomain } from '#contract/entities/website.ts';
import { demoWebsites } from '../support/accounts.ts';
import type { Api } from '../support/api.ts';
import { violationsOn } from '../support/axe.ts';
import { test } from './support/fixtures.ts';

const submissionsSchema = v.object({ data: v.array(v.object({ fields: v.record(v.string(), v.unknown()) })) });

async function siteOf(api: Api, websiteId: string): Promise<string> {
  const website = (await api.websites()).find(({ id }) => id === websiteId);
  if (!website) throw new Error(`There is no website ${websiteId}`);
  return `/sites/${primaryDomain(website)}`;
}

async function contactOf(api: Api, websiteId: string): Promise<string> {
  const contact = (await api.choices(websiteId, 'forms')).find(({ label }) => label === 'Contact us');
  if (!contact) throw new Error('The website has no contact form.');
  return contact.id;
}

/** What visitors have sent by a form under this name. */
async function sentBy(api: Api, websiteId: string, formId: string, name: string): Promise<readonly unknown[]> {
  const answer = await api.call('GET', `/websites/${websiteId}/submissions?form_id=${formId}&per_page=100`);
  return v
    .parse(submissionsSchema, await answer.json())
    .data.map(({ fields }) => fields)
    .filter((fields) => fields['name'] === name);
}

const main = (page: Page) => page.getByRole('main');
const send = (page: Page) => main(page).getByRole('button', { name: 'Send' });

for (const [theme, websiteId] of Object.entries(demoWebsites)) {
  for (const javaScriptEnabled of [true, false]) {
    test(`${theme}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript: a form is refused with what was typed, mended, and taken once`, async ({
      browser,
      app,
      api,
    }) => {
      const context = await browser.newContext({ baseURL: app.origin, javaScriptEnabled });
      const page = await context.newPage();
      const [site, formId] = [await siteOf(api, websiteId), await contactOf(api, websiteId)];
      const name = `Ada ${theme} ${javaScriptEnabled}`;
      await page.goto(`${site}/forms/${formId}`);
      await expect(main(page).getByRole('textbox')).toHaveCount(3);
      await main(page).getByLabel('Name (required)').fill(name);
      await main(page).getByLabel('Email (required)').fill('nobody');
      await send(page).click();
      const summary = main(page).getByRole('alert');
      await expect(summary).toContainText('There is a problem');
      await expect(summary).toBeFocused();
      await expect(page).toHaveTitle(/^Error: Contact us/u);
      if (javaScriptEnabled) expect(await violationsOn(page, { rules: 'standard' })).toEqual([]);
      await expect(main(page).getByLabel('Name (required)')).toHaveValue(name);
      const email = main(page).getByLabel('Email (required)');
      await expect(email).toHaveAccessibleDescription('Email must be an email address, such as name@example.com.');
      await summary.getByRole('link', { name: 'Email must be an email address' }).click();
      await expect(email).toBeFocused();
      await email.fill('ada@example.com');
      await send(page).dblclick();
      await expect(main(page).getByRole('heading', { name: 'Thank you' })).toBeVisible();
      if (javaScriptEnabled) expect(await violationsOn(page, { rules: 'standard' })).toEqual([]);
      expect(await sentBy(api, websiteId, formId, name)).toEqual([{ name, email: 'ada@example.com', message: null }]);
      await context.close();
    });
  }
}
