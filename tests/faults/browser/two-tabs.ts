import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { fieldsOf } from '#contract/settings/screen.ts';
import { settingOf } from '#contract/settings/index.ts';
import { siteInfo } from '#contract/settings/site-info.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { logoPng } from '#server/seed/drawings.ts';
import { fileField } from '../../e2e/models/file-field.ts';
import { settingsPage } from '../../e2e/models/settings-page.ts';
import { deviceRows } from '../../e2e/support/device.ts';
import { bringToDevice, openSettings } from './slowly.ts';
import { openWorld } from './world.ts';

/** Values and files that were entered in two tabs on one screen are still there after both tabs are reloaded, each in its own tab. */
export async function runTwoTabs(): Promise<boolean> {
  await using world = await openWorld({ draw: () => null, holdMs: () => 0, keys: true });
  const { site } = world;
  const [facebook] = fieldsOf(socialLinks);
  const favicon = settingOf('favicon')?.field;
  if (!facebook || !favicon) throw new Error('The screens have changed.');
  let holds = true;
  const check = (what: string, is: boolean) => {
    console.log(`${is ? 'holds' : 'does not hold'}: ${what}`);
    holds = holds && is;
  };

  const tabs = [await world.newPage(), await world.newPage()] as const;
  for (const [at, page] of tabs.entries()) {
    const form = settingsPage(page, socialLinks);
    await form.open(site.id);
    await form.fill(facebook, `https://tab-${at + 1}.example/`);
  }
  await drafted(tabs[0], 2);
  for (const [at, page] of tabs.entries()) {
    await page.reload();
    const form = settingsPage(page, socialLinks);
    await form.expectOpen();
    const value = await form.field(facebook).inputValue();
    check(`what was typed in tab ${at + 1} is there after a reload (${value || 'empty'})`, value === `https://tab-${at + 1}.example/`);
  }

  // A tab that the service worker does not control yet can't be reloaded offline.
  const [first, second] = tabs;
  for (const page of tabs) await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await bringToDevice(first);
  await world.context.setOffline(true);
  const chosen = [
    { page: first, name: 'one.png' },
    { page: second, name: 'two.png' },
  ] as const;
  for (const [at, { page, name }] of chosen.entries()) {
    await openSettings(page, siteInfo, site.id);
    const file = fileField(page, favicon);
    await file.choose({ name, bytes: logoPng({ wall: at === 0 ? '#111111' : '#333333', roof: '#222222' }, 40 + at, 30) });
    await file.expectFile(name);
  }
  await drafted(first, 4);
  // The name appears together with the file, which is read from the device.
  const shows = ({ page, name }: (typeof chosen)[number]) =>
    fileField(page, favicon)
      .box.getByText(name)
      .waitFor()
      .then(
        () => true,
        () => false,
      );
  for (const [at, one] of chosen.entries()) check(`the file that was chosen in tab ${at + 1} is still there`, await shows(one));
  for (const [at, one] of chosen.entries()) {
    await reloaded(one.page);
    check(`the file of tab ${at + 1} is there after a reload`, await shows(one));
  }
  await second.close();
  await reloaded(first);
  check('the file of tab 1 is there after tab 2 was closed and tab 1 reloaded', await shows(chosen[0]));
  return holds;
}

/** Waits until this many drafts are stored on the device. */
async function drafted(page: Page, count: number): Promise<void> {
  while ((await deviceRows(page, 'tabDrafts')) < count) await sleep(50);
}

/** The page and, for a screen with files, the field. */
async function reloaded(page: Page): Promise<void> {
  await page.reload();
  await settingsPage(page, siteInfo).heading.waitFor();
  await page.getByText(/^Unsaved changes from .* restored/u).waitFor();
}
