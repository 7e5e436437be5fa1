import { expect } from 'playwright/test';
import { demoWebsites } from '../support/accounts.ts';
import { homepage } from './models/homepage.ts';
import { shell } from './models/shell.ts';
import { goOffline } from './support/console.ts';
import { deviceRows } from './support/device.ts';
import { test, onOwnServer } from './support/fixtures.ts';

// These tests change the demo's own homepages.
onOwnServer('homepage-undo');

/** Hides the preview. */
const viewport = { width: 1000, height: 900 };

test('a block is added by its picture, with a name filled in, right below the selected one; a move is undone in its toast', async ({
  signedInProfile,
}) => {
  const { page, api } = await signedInProfile({ viewport });
  const websiteId = demoWebsites.versatile;
  const home = homepage(page);
  await home.open(websiteId);
  const labels = await home.labels();
  await home.menu('Listing Slider', 'Add a block below…');
  await expect(home.addDialog).toContainText('It goes right below Listing Slider.');
  await expect(home.addDialog.locator('label svg')).toHaveCount(11);
  await home.addDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(home.more('Listing Slider')).toBeFocused();

  await home.edit('Content Block');
  await home.back.click();
  await home.addBlock.click();
  await home.blockType('Banner').check();
  await expect(home.addDialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Banner 2');
  await expect(home.addDialog).toContainText('It goes right below Content Block.');
  await home.addDialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(home.editor('Banner 2')).toBeVisible();
  await home.back.click();
  const withNew = labels.toSpliced(labels.indexOf('Content Block') + 1, 0, 'Banner 2');
  await expect.poll(() => home.labels()).toEqual(withNew);
  await expect.poll(async () => (await api.blocks(websiteId)).slice(0, withNew.length).map(({ label }) => label)).toEqual(withNew);

  await home.toasts.dismissAll();
  await home.menu('Staff', 'Move up');
  await expect.poll(() => home.labels()).not.toEqual(withNew);
  await home.toasts.action('Saving page order', 'Undo').click();
  await expect.poll(() => home.labels()).toEqual(withNew);
  await expect.poll(async () => (await api.blocks(websiteId)).slice(0, withNew.length).map(({ label }) => label)).toEqual(withNew);
});

test('the delete of a block is undone in its toast: withdrawn offline, and by a new block once it was sent', async ({
  signedInProfile,
}) => {
  const profile = await signedInProfile({ viewport, serviceWorkers: 'allow' });
  const { page, context, api } = profile;
  const websiteId = demoWebsites.byron;
  const home = homepage(page);
  await home.open(websiteId);
  const labels = await home.labels();
  const video = async () => (await api.blocks(websiteId)).find(({ label }) => label === 'Video');
  const before = await video();
  await goOffline(profile);
  await home.menu('Video', 'Delete…');
  await home.confirmDelete();
  await expect(home.row('Video')).toHaveCount(0);
  await home.toasts.action('Saved on this device', 'Undo').click();
  await home.toasts.expect('Delete withdrawn', 'It had not been sent. The block is as it was.');
  await expect.poll(() => home.labels()).toEqual(labels);
  expect(await deviceRows(page, 'outbox')).toBe(0);
  await context.setOffline(false);
  await shell(page).expectStatus('Saved');
  expect(await video()).toEqual(before);

  await home.menu('Video', 'Delete…');
  await home.confirmDelete();
  await expect.poll(video).toBeUndefined();
  await home.toasts.action('Block Successfully Deleted', 'Undo').click();
  await home.toasts.expect(
    'Block Created Successfully',
    'The deleted block is gone. This is a new one with the same settings, in the same place.',
  );
  await expect.poll(() => home.labels()).toEqual(labels);
  const values = (block: typeof before) => block?.settings?.map(({ key, value }) => [key, value]);
  await expect.poll(async () => values(await video())).toEqual(values(before));
  expect((await video())?.id).not.toBe(before?.id);
});
