import { fieldsOf } from '#contract/settings/screen.ts';
import { settingOf } from '#contract/settings/index.ts';
import { siteInfo } from '#contract/settings/site-info.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { logoPng } from '#server/seed/drawings.ts';
import { fileField } from '../../e2e/models/file-field.ts';
import { settingsPage } from '../../e2e/models/settings-page.ts';
import { deviceRows } from '../../e2e/support/device.ts';
import { openWorld } from './world.ts';

/** What is typed and chosen in each of two tabs on one screen is there after both were reloaded, in its own tab. */
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

  const tabs = [await world.newPage(), await world.newPage()];
  for (const [at, page] of tabs.entries()) {
    const form = settingsPage(page, socialLinks);
    await form.open(site.id);
    await form.fill(facebook, `https://tab-${at + 1}.example/`);
  }
  await Promise.all(tabs.map((page) => page.waitForFunction(() => performance.now() > 0)));
  for (let looked = 0; looked < 50 && tabs[0] && (await deviceRows(tabs[0], 'tabDrafts')) < 2; looked += 1)
    await tabs[0].evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  for (const [at, page] of tabs.entries()) {
    await page.reload();
    const form = settingsPage(page, socialLinks);
    await form.expectOpen();
    const value = await form.field(facebook).inputValue();
    check(`what was typed in tab ${at + 1} is there after a reload (${value || 'empty'})`, value === `https://tab-${at + 1}.example/`);
  }

  await world.context.setOffline(true);
  const names = ['one.png', 'two.png'];
  for (const [at, page] of tabs.entries()) {
    await settingsPage(page, siteInfo).open(site.id);
    const file = fileField(page, favicon);
    await file.choose({ name: names[at] ?? '', bytes: logoPng({ wall: at === 0 ? '#111111' : '#333333', roof: '#222222' }, 40 + at, 30) });
    await file.expectFile(names[at] ?? '');
  }
  for (const [at, page] of tabs.entries()) {
    const shown = await fileField(page, favicon)
      .box.getByText(names[at] ?? '')
      .isVisible();
    check(`the file that was chosen in tab ${at + 1} is still there`, shown);
  }
  await tabs[1]?.close();
  const shown = await tabs[0]?.reload().then(async () => {
    await settingsPage(tabs[0] as NonNullable<(typeof tabs)[0]>, siteInfo).expectOpen();
    return fileField(tabs[0] as NonNullable<(typeof tabs)[0]>, favicon)
      .box.getByText('one.png')
      .isVisible();
  });
  check('the file of tab 1 is there after tab 2 was closed and tab 1 reloaded', shown === true);
  return holds;
}
