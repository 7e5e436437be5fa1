import { expect, type Page } from 'playwright/test';
import * as v from 'valibot';
import { type Popup, popupSchema, popups } from '#contract/resources/popups.ts';
import type { Api } from '../support/api.ts';
import { violationsOn } from '../support/axe.ts';
import { recordsPage } from './models/records-page.ts';
import { shell } from './models/shell.ts';
import { toasts } from './models/toasts.ts';
import { goOffline } from './support/console.ts';
import { test } from './support/fixtures.ts';

async function stored(api: Api, websiteId: string): Promise<readonly Popup[]> {
  const answer = await api.call('GET', `/websites/${websiteId}/popups?per_page=100&sort=name`);
  return v.parse(v.object({ data: v.array(popupSchema) }), await answer.json()).data;
}

async function seeded(api: Api, websiteId: string, ...names: readonly string[]): Promise<void> {
  for (const name of names)
    await api.call('POST', `/websites/${websiteId}/popups`, { name, title: `${name} title`, content: `<p>About <b>${name}</b></p>` });
}

const open = (page: Page, websiteId: string) => recordsPage(page, popups, websiteId);

/** The dialog of one trigger, over the popup's. */
function triggerDialog(page: Page, name = 'Add Trigger') {
  const dialog = page.getByRole('dialog', { name });
  return {
    dialog,
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    async choose(label: string, option: string): Promise<void> {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    accept: dialog.getByRole('button', { name: name === 'Add Trigger' ? 'Add Trigger' : 'Done' }),
  };
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('created with triggers, changed to a banner, and deleted', async ({ signedInProfile, site, api }) => {
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open();
  await expect(page.getByText('No popups yet')).toBeVisible();
  await page.getByRole('link', { name: 'Create New' }).last().click();
  await expect(list.form.getByRole('heading', { level: 3 })).toHaveText(['Content', 'Display', 'Triggers']);
  await expect(list.field('Name')).toBeFocused();
  await list.fill({ Name: 'Spring', Title: 'Spring sale', Content: '<p>Come <b>in</b></p>', 'CSS Class': 'spring  big' });
  await choose(page, 'Position', 'Left centre');
  const picture = page.frameLocator('iframe[title="Preview, desktop"]:not([data-hidden])').getByRole('dialog', { name: 'Spring sale' });
  await expect(picture).toHaveClass(/popup-at-left_center/);
  await expect(picture).toContainText('Come in');
  const trigger = triggerDialog(page);
  await list.form.getByRole('button', { name: 'Add Trigger' }).click();
  await expect(trigger.field('Type')).toBeFocused();
  await trigger.choose('Type', 'Button');
  await trigger.field('CSS Selector').fill('.book-now');
  await trigger.field('Delay').fill('500');
  await trigger.field('Delay').press('Enter');
  await expect(trigger.dialog).toBeHidden();
  await expect(list.form.getByRole('list', { name: 'Triggers' }).getByRole('listitem')).toHaveText([/Button.*\.book-now.*500 ms/]);
  // Tab comes to the buttons before the picture.
  await list.form.getByRole('button', { name: 'Add Trigger' }).focus();
  for (const button of [list.cancel, list.save]) {
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
  }
  expect(await violationsOn(page, { rules: 'standard' })).toEqual([]);
  await list.saved();
  await toasts(page).expect('Saved', 'The popup has been created.');
  await expect(list.row('Spring')).toContainText('Come in');
  const [created] = await stored(api, site.id);
  expect(created).toMatchObject({
    type: 'standard',
    position: 'left_center',
    size: 'medium',
    css_class: 'spring big',
    triggers: [{ type: 'button', trigger_class: '.book-now', form_id: null, page_id: null, delay: 500 }],
  });

  await list.choose('Spring', 'Edit');
  await expect(page).toHaveURL(list.address(`/edit/${created?.id}`));
  await list.form.getByText('Banner', { exact: true }).click();
  await expect(list.form.getByRole('combobox', { name: 'Position' })).toHaveText('Top');
  await expect(list.form.getByRole('combobox', { name: 'Animation' })).toHaveText('Slide');
  await expect(list.form.getByRole('combobox', { name: 'Size' })).toBeHidden();
  await expect(list.form.getByRole('combobox', { name: 'Form' })).toBeHidden();
  await list.form.getByRole('button', { name: 'Edit Trigger 1' }).click();
  const edited = triggerDialog(page, 'Edit Trigger');
  await expect(edited.field('CSS Selector')).toHaveValue('.book-now');
  await edited.field('CSS Selector').fill('#book');
  await edited.accept.click();
  await expect(list.form.getByRole('button', { name: 'Edit Trigger 1' })).toBeFocused();
  await list.saved();
  await toasts(page).expect('Saved', 'The popup has been changed.');
  expect((await stored(api, site.id))[0]).toMatchObject({
    type: 'banner',
    position: 'top',
    animation: 'slide',
    size: null,
    form_id: null,
    triggers: [{ type: 'button', trigger_class: '#book', delay: 500 }],
  });

  await list.choose('Spring', 'Delete…');
  await expect(list.question).toContainText('Are you sure you want to delete this popup?');
  await list.question.getByRole('button', { name: 'Cancel' }).click();
  await list.delete('Spring');
  await expect(page.getByText('No popups yet')).toBeVisible();
  expect(await stored(api, site.id)).toEqual([]);
});

test('name and title are required of a new popup, and content of one that is there; nothing is said before a Submit', async ({
  signedInProfile,
  site,
  api,
}) => {
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open('/new');
  await list.field('Name').fill('x');
  await list.field('Name').fill('');
  await list.field('Title').focus();
  await list.field('Content').focus();
  await expect(list.form.getByText('Name is required.')).toBeHidden();
  await list.save.click();
  const summary = list.form.getByRole('region', { name: 'What needs another look' });
  await expect(summary.getByRole('link')).toHaveText(['Name is required.', 'Title is required.']);
  await list.fill({ Name: 'Bare', Title: 'Bare' });
  await list.saved();
  await list.link('Bare').click();
  await list.fill({ Title: 'Barer' });
  await list.save.click();
  await expect(summary.getByRole('link')).toHaveText(['Content is required.']);
  await list.fill({ Content: 'Now with a text' });
  await list.saved();
  expect((await stored(api, site.id)).map(({ title, content }) => [title, content])).toEqual([['Barer', 'Now with a text']]);
});

test('a trigger says what it lacks, in its own dialog, which asks before typed values go; a refusal of the server stands in the popup’s', async ({
  signedInProfile,
  site,
  api,
}) => {
  await seeded(api, site.id, 'Spring');
  const { page } = await signedInProfile();
  const list = open(page, site.id);
  await list.open();
  await list.link('Spring').click();
  await list.form.getByRole('button', { name: 'Add Trigger' }).click();
  const trigger = triggerDialog(page);
  await trigger.accept.click();
  await expect(trigger.dialog.getByText('Type is required.')).toBeVisible();
  await trigger.choose('Type', 'Button');
  await trigger.accept.click();
  await expect(trigger.dialog.getByText('CSS Selector is required.')).toBeVisible();
  await expect(trigger.field('CSS Selector')).toBeFocused();
  await trigger.field('CSS Selector').fill('..');
  await expect(trigger.dialog.getByText('Enter a CSS selector such as .book-now or #book.')).toBeVisible();
  await trigger.field('CSS Selector').fill('.book');
  await trigger.field('Delay').fill('60001');
  await trigger.accept.click();
  await expect(trigger.dialog.getByText('Delay must be at most 60000.')).toBeVisible();
  await trigger.field('Delay').fill('60000');
  await trigger.accept.click();
  await expect(trigger.dialog).toBeHidden();
  // Escape closes the trigger's dialog alone, without its trigger.
  await list.form.getByRole('button', { name: 'Add Trigger' }).click();
  await page.keyboard.press('Escape');
  await expect(trigger.dialog).toBeHidden();
  // With something typed it asks first.
  await list.form.getByRole('button', { name: 'Add Trigger' }).click();
  await trigger.choose('Type', 'Button');
  await trigger.field('CSS Selector').fill('.typed');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(trigger.field('CSS Selector')).toHaveValue('.typed');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(trigger.dialog).toBeHidden();
  const triggers = list.form.getByRole('list', { name: 'Triggers' }).getByRole('listitem');
  await expect(triggers).toHaveCount(1);
  const error = { code: 'validation_failed', message: 'Not so.', fields: { triggers: 'Trigger 1: Form is not there any more.' } };
  await page.route('**/popups/*', (route) => route.fulfill({ status: 422, json: { error } }), { times: 1 });
  await list.save.click();
  await expect(list.form.getByText('Trigger 1: Form is not there any more.').first()).toBeVisible();
  await list.form.getByRole('button', { name: 'Remove Trigger 1' }).click();
  await expect(list.form.getByText('Nothing opens this popup yet.')).toBeVisible();
  await expect(list.form.getByRole('button', { name: 'Add Trigger' })).toBeFocused();
  expect((await stored(api, site.id))[0]?.triggers).toEqual([]);
});

test('offline: created, changed and deleted, with its triggers; then all of it reaches the server', async ({
  signedInProfile,
  site,
  api,
}) => {
  await seeded(api, site.id, 'Autumn', 'Winter');
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = open(page, site.id);
  await list.open();
  await expect(list.names).toHaveCount(2);
  await goOffline(profile);
  await list.createNew.click();
  await list.fill({ Name: 'Mine', Title: 'Mine' });
  await list.form.getByRole('button', { name: 'Add Trigger' }).click();
  const trigger = triggerDialog(page);
  await trigger.choose('Type', 'Button');
  await trigger.field('CSS Selector').fill('.mine');
  await trigger.accept.click();
  await list.saved();
  await list.link('Mine').click();
  await list.form.getByRole('button', { name: 'Edit Trigger 1' }).click();
  const edited = triggerDialog(page, 'Edit Trigger');
  await edited.field('Delay').fill('100');
  await edited.accept.click();
  await list.fill({ Content: 'Mine too' });
  await list.saved();
  await list.link('Autumn').click();
  await list.fill({ Title: 'Changed' });
  await list.saved();
  await list.delete('Winter');
  await page.reload();
  await expect(list.row('Autumn')).toContainText('Changed');
  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  await expect
    .poll(async () => (await stored(api, site.id)).map(({ name, title, triggers }) => [name, title, triggers.map(({ delay }) => delay)]))
    .toEqual([
      ['Autumn', 'Changed', []],
      ['Mine', 'Mine', [100]],
    ]);
});

test('triggers that somebody else changed too are decided as one list', async ({ signedInProfile, site, api }) => {
  await seeded(api, site.id, 'Spring');
  const [{ id } = { id: '' }] = await stored(api, site.id);
  const profile = await signedInProfile({ serviceWorkers: 'allow' });
  const { page, context } = profile;
  const list = open(page, site.id);
  await list.open();
  await expect(list.names).toHaveCount(1);
  await goOffline(profile);
  await list.link('Spring').click();
  await list.form.getByRole('button', { name: 'Add Trigger' }).click();
  const trigger = triggerDialog(page);
  await trigger.choose('Type', 'Button');
  await trigger.field('CSS Selector').fill('.mine');
  await trigger.accept.click();
  await list.saved();
  await api.call('PATCH', `/popups/${id}`, { triggers: [{ type: 'button', trigger_class: '.theirs' }] });
  await context.setOffline(false);
  await expect(list.row('Spring')).toContainText('Needs attention: changed elsewhere too');
  await list.link('Spring').click();
  await list.form.getByRole('button', { name: 'Choose which to keep for Triggers' }).click();
  const choice = list.form.getByRole('group', { name: /changed this too|Choose which to keep/ });
  await expect(choice).toContainText('.theirs');
  await choice.getByText('.mine').click();
  await choice.getByRole('button', { name: 'Keep this' }).click();
  await expect(choice).toBeHidden();
  await list.cancel.click();
  await expect.poll(async () => (await stored(api, site.id))[0]?.triggers.map((each) => each.trigger_class)).toEqual(['.mine']);
});
