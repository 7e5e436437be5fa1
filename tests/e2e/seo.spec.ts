import { expect, type Page } from 'playwright/test';
import type { Json } from '#contract/json.ts';
import { seo } from '#contract/resources/seo.ts';
import type { Api } from '../support/api.ts';
import { framedPage } from './models/framed-page.ts';
import { recordsPage } from './models/records-page.ts';
import { shell } from './models/shell.ts';
import { toasts } from './models/toasts.ts';
import { goOffline, saveElsewhere } from './support/console.ts';
import { test, onOwnServer } from './support/fixtures.ts';

// Posts belong to the content-management admin: only the seed's first websites have some. Each test has one of those for itself.
onOwnServer('seo');

/** The Edit SEO dialog over a framed page. */
function seoDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Edit SEO' });
  return {
    dialog,
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    save: dialog.getByRole('button', { name: 'Save SEO data' }),
    result: dialog.getByTestId('search-result'),
    async saved(): Promise<void> {
      await dialog.getByRole('button', { name: 'Save SEO data' }).click();
      await expect(dialog).toBeHidden();
    },
  };
}

/** A website of the seed, with one of its posts. */
async function siteWithPost(api: Api, id: string) {
  const [post] = await api.records(id, 'posts');
  const website = (await api.websites()).find((each) => each.id === id);
  if (!post || !website) throw new Error(`the website ${id} has no post`);
  return { site: website, post };
}

async function stored(api: Api, websiteId: string, postId: string): Promise<Json> {
  const answer = await api.call('GET', `/websites/${websiteId}/seo?post_type=post&post_id=${postId}`);
  return (await answer.json()).data;
}

const domainOf = async (api: Api, websiteId: string) => (await api.websites()).find(({ id }) => id === websiteId)?.domains?.[0]?.domain;

test('from the frame to the tags of the public page, and a second save changes the same record', async ({ signedInProfile, api }) => {
  const { page, context } = await signedInProfile();
  const { site, post } = await siteWithPost(api, '1');
  const framed = framedPage(page, site.id, 'Blog Posts');
  const { dialog, field, result, saved } = seoDialog(page);
  await framed.open('content/posts');
  await framed.inside.getByRole('button', { name: `Edit SEO: ${post.label}` }).click();
  await expect(page).toHaveURL(new RegExp(`/content/posts/seo/post/${post.id}$`));
  await expect(page).toHaveTitle(/^Edit SEO · .+ · Frontage$/u);
  await expect(field('Page Title')).toBeFocused();
  await expect(dialog).toHaveAccessibleDescription(`“${post.label}”, post ${post.id}`);
  await expect(dialog.getByText('%site_title%, %post_title% and %post_content%')).toBeVisible();
  await expect(field('Keywords')).toHaveCount(0);
  await field('Page Title').fill('Read %post_title%');
  await field('Description').fill('<b>Words</b> of %site_title%');
  await field('Canonical Url').fill('https://www.bay.example/advice');
  await expect(result).toContainText(`<b>Words</b> of ${site.name}`);
  await expect(result).toContainText('www.bay.example › advice');
  await saved();
  await toasts(page).expect('Saved', 'The SEO data has been changed.');
  await expect(page).toHaveURL(/\/content\/posts$/);
  expect(await stored(api, site.id, post.id)).toMatchObject([{ title: 'Read %post_title%', keywords: null }]);

  await saveElsewhere(api, site.id, 'seo', 'seo_enable_keywords', true);
  await page.goto(`/website/${site.id}/content/posts/seo/post/${post.id}`);
  await expect(field('Page Title')).toHaveValue('Read %post_title%');
  await field('Keywords').fill('advice, selling');
  await saved();
  expect(await stored(api, site.id, post.id)).toMatchObject([{ title: 'Read %post_title%', keywords: 'advice, selling' }]);

  const visitor = await context.newPage();
  await visitor.goto(`/sites/${await domainOf(api, site.id)}/posts/${post.id}`);
  await expect(visitor.getByRole('heading', { level: 1, name: post.label })).toBeVisible();
  await expect(visitor).toHaveTitle(`Read ${post.label}`);
  const content = (name: string) => visitor.locator(`meta[name="${name}"]`).getAttribute('content');
  expect([await content('description'), await content('keywords')]).toEqual([`<b>Words</b> of ${site.name}`, 'advice, selling']);
  await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', 'https://www.bay.example/advice');
});

test('a limit, a refusal and a typed value that stays; Back, reload and a link that was sent', async ({ signedInProfile, api }) => {
  const { page } = await signedInProfile();
  const { site, post } = await siteWithPost(api, '2');
  const framed = framedPage(page, site.id, 'Blog Posts');
  const { dialog, field, save, saved } = seoDialog(page);
  await framed.open('content/posts');
  const button = framed.inside.getByRole('button', { name: `Edit SEO: ${post.label}` });
  await button.click();
  await field('Description').pressSequentially('x'.repeat(4));
  await expect(dialog.getByText('4 / 170').first()).toBeVisible();
  await field('Description').fill('x'.repeat(171));
  await save.click();
  await expect(field('Description')).toHaveAttribute('aria-invalid', 'true');
  await field('Description').fill('Short enough');
  // Somebody else is first.
  await api.call('POST', `/websites/${site.id}/seo`, { post_type: 'post', post_id: post.id, title: 'Theirs' });
  await save.click();
  await expect(dialog.getByRole('region', { name: 'What needs another look' })).toContainText('Somebody has saved SEO data for this page');
  await expect(field('Description')).toHaveValue('Short enough');
  await page.reload();
  await expect(field('Page Title')).toHaveValue('Theirs');
  await expect(field('Description')).toHaveValue('Short enough');
  await saved();
  expect(await stored(api, site.id, post.id)).toMatchObject([{ title: 'Theirs', tagline: 'Short enough' }]);
  await expect(page).toHaveURL(/\/content\/posts$/);
  await button.click();
  await expect(field('Page Title')).toHaveValue('Theirs');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goto(`/website/${site.id}/content/posts/seo/post/not-a-number`);
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
});

test('only the frame’s own message opens the dialog', async ({ signedInProfile, api }) => {
  const { page } = await signedInProfile();
  const { site, post } = await siteWithPost(api, '3');
  const framed = framedPage(page, site.id, 'Blog Posts');
  await framed.open('content/posts');
  await framed.inside.getByRole('button', { name: `Edit SEO: ${post.label}` }).waitFor();
  const frame = page.frames().at(-1);
  // The console's own window, and another frame on the same host.
  await page
    .evaluate(async (postId) => {
      const message = { type: 'edit_seo', post_type: 'post', post_id: Number(postId) };
      window.postMessage(message, '*');
      const other = document.createElement('iframe');
      other.src = '/cms/sign-in';
      await new Promise((loaded) => {
        other.onload = loaded;
        document.body.append(other);
      });
      Reflect.apply(Reflect.get(other.contentWindow ?? window, 'eval'), null, [`parent.postMessage(${JSON.stringify(message)}, '*')`]);
      other.remove();
    }, post.id)
    .catch(() => undefined);
  await frame?.evaluate(() => {
    for (const message of ['edit_seo', { type: 'edit_seo' }, { type: 'edit_seo', post_type: '../x', post_id: 1 }])
      parent.postMessage(message, '*');
  });
  await expect(page).toHaveURL(/\/content\/posts$/);
  await frame?.evaluate((postId) => parent.postMessage({ type: 'edit_seo', post_type: 'post', post_id: postId }, '*'), post.id);
  await expect(page).toHaveURL(new RegExp(`/content/posts/seo/post/${post.id}$`));
});

test('offline: created and changed where it is known that there was none, another one deleted, and each sent once', async ({
  signedInProfile,
  api,
}) => {
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const { site } = await siteWithPost(api, '1');
  const other = (await api.records(site.id, 'posts')).at(-1);
  const mine = (await api.records(site.id, 'posts')).at(-2);
  const address = (id = '') => `/website/${site.id}/content/posts/seo/post/${id}`;
  const { dialog, field, saved } = seoDialog(page);
  const theirs = { post_type: 'post', post_id: '999', title: 'Of no page' };
  await api.call('POST', `/websites/${site.id}/seo`, theirs);
  const list = recordsPage(page, seo, site.id);
  await list.open();
  await expect(list.row(theirs.title)).toBeVisible();
  await page.goto(address(mine?.id));
  await expect(field('Page Title')).toBeVisible();
  await page.keyboard.press('Escape');
  await goOffline(profile);
  await page.goto(address(mine?.id));
  await field('Page Title').fill('Made offline');
  await saved();
  await toasts(page).expect('Saved on this device', 'It will be sent when you are back online.');
  await shell(page).expectStatus('Offline · On this device: 1');
  await page.goto(address(mine?.id));
  await expect(field('Page Title')).toHaveValue('Made offline');
  await field('Description').fill('And changed');
  await saved();
  await list.open();
  await list.delete(theirs.title);
  await page.reload();
  await expect(list.row(theirs.title)).toContainText('To be deleted: offline');
  await expect(list.row('Made offline')).toContainText('On this device: offline');
  // Nobody has asked about this one yet.
  await page.goto(address(other?.id));
  await expect(dialog.getByText('Not on this device yet')).toBeVisible();
  await context.setOffline(false);
  await expect(field('Page Title')).toBeVisible();
  await page.keyboard.press('Escape');
  await shell(page).expectStatus('Saved');
  await expect.poll(() => stored(api, site.id, mine?.id ?? '')).toMatchObject([{ title: 'Made offline', tagline: 'And changed' }]);
  expect(await stored(api, site.id, theirs.post_id)).toEqual([]);
});
