import { expect, type Page } from 'playwright/test';
import { redirects } from '#contract/resources/redirects.ts';
import type { Api } from '../support/api.ts';
import { recordsPage } from './models/records-page.ts';
import { shell } from './models/shell.ts';
import { syncCenter } from './models/sync-center.ts';
import { test } from './support/fixtures.ts';
import * as v from 'valibot';

const answerSchema = v.object({ data: v.array(v.object({ id: v.string(), redirects_from: v.string() })) });

async function stored(api: Api, websiteId: string) {
  const answer = await api.call('GET', `/websites/${websiteId}/redirects`);
  return v.parse(answerSchema, await answer.json()).data;
}

/** Creates a redirect whose answer is lost, where nothing could be searched before: the server then has one that may be older. */
async function createUncertain(page: Page, websiteId: string): Promise<void> {
  const error = { code: 'forbidden', message: 'No search now.' };
  let isSent = false;
  await page
    .context()
    .route('**/api/websites/*/redirects?*q=*', (route) => (isSent ? route.continue() : route.fulfill({ status: 403, json: { error } })));
  await page.context().route(
    '**/api/websites/*/redirects',
    async (route) => {
      await route.fetch();
      isSent = true;
      await route.abort();
    },
    { times: 1 },
  );
  const list = recordsPage(page, redirects, websiteId);
  await list.open('/new');
  await list.fill({ From: '/sale', To: '/offers' });
  await list.saved();
  await shell(page).expectStatus('Needs attention');
  await expect(page.getByText('Needs attention: it may have been created already')).toBeVisible();
  await syncCenter(page).open();
  await expect(syncCenter(page).attention).toContainText('This may have been created already');
}

test('a record that may have been created: it is there', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  await createUncertain(page, site.id);
  await syncCenter(page).attention.getByRole('button', { name: 'It is there' }).click();
  const question = page.getByRole('alertdialog', { name: 'Is it there?' });
  await question.getByRole('button', { name: 'It is there' }).click();
  await expect(syncCenter(page).waiting).toContainText('Nothing waits to be sent.');
  await syncCenter(page).close();
  await shell(page).expectStatus('Saved');
  expect(await stored(api, site.id)).toMatchObject([{ redirects_from: '/sale' }]);
});

test('a record that may have been created: sent again under its key, it is there once', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  await createUncertain(page, site.id);
  // The API honours the key, and answers as at first.
  await syncCenter(page).attention.getByRole('button', { name: 'Create again' }).click();
  await expect(syncCenter(page).waiting).toContainText('Nothing waits to be sent.');
  expect(await stored(api, site.id)).toMatchObject([{ redirects_from: '/sale' }]);
});
