import { expect } from 'playwright/test';
import { canAddBlocks } from '#contract/blocks/catalogue.ts';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import { themeKeys } from '#contract/entities/website.ts';
import { demoWebsites } from '../support/accounts.ts';
import { homepage } from './models/homepage.ts';
import { shell } from './models/shell.ts';
import { goOffline } from './support/console.ts';
import { test, onOwnServer } from './support/fixtures.ts';
import { publicBlocks } from './support/public-page.ts';

// These tests change the demo's own homepages.
onOwnServer('homepage-themes');

/** In each theme, a kind of block with a title. */
const titled = { versatile: 'Content Block', byron: 'Text Block', minimal: 'About Us' } as const;

/** Hides the preview beside the list. */
const narrow = { width: 1000, height: 900 };

/** What a list of names becomes when one is dropped over another. */
function moved(labels: readonly string[], label: string, to: number): readonly string[] {
  return labels.filter((one) => one !== label).toSpliced(to, 0, label);
}

// Pending changes are the same in every theme, and have the same effect on the server as changes made online.
const rounds = themeKeys.map((theme) => [theme, theme === 'versatile' ? 'offline' : 'online'] as const);

for (const [theme, connection] of rounds) {
  const websiteId = demoWebsites[theme];

  test(`${theme}, ${connection}: blocks are moved by mouse, touch and keyboard, hidden, added, edited and deleted; on the server and the public page`, async ({
    signedInProfile,
  }) => {
    const profile = await signedInProfile({ viewport: narrow, ...(connection === 'online' ? {} : { serviceWorkers: 'allow' }) });
    const { page, context, api } = profile;
    const home = homepage(page);
    const listed = async () => (await api.blocks(websiteId)).filter(({ key }) => key !== footerBlockKey);
    const shown = (await listed()).filter((block) => !block.static && block.enabled !== false).map(({ label }) => label);
    const [first = '', second = '', third = '', fourth = ''] = shown.filter((label) => label !== titled[theme]);
    await home.open(websiteId);
    if (connection === 'offline') await goOffline(profile);

    let labels = await home.labels();
    const expectOrder = () => expect.poll(() => home.labels()).toEqual(labels);
    const placeOf = (label: string) => labels.indexOf(label);
    await home.dragByMouse(third, first);
    labels = moved(labels, third, placeOf(first));
    await expectOrder();
    await home.dragByTouch(first, fourth);
    labels = moved(labels, first, placeOf(fourth));
    await expectOrder();
    await home.moveByKeyboard(second, 'ArrowUp');
    labels = moved(labels, second, placeOf(second) - 1);
    await expectOrder();
    await home.eye(second).click();
    await expect(home.row(second)).toContainText('Hidden');

    const name = canAddBlocks(theme) ? `Made ${connection}` : titled[theme];
    if (canAddBlocks(theme)) {
      await home.add(titled[theme], name);
      // Right below the block that was worked on last.
      labels = labels.toSpliced(placeOf(second) + 1, 0, name);
    } else {
      await home.edit(name);
    }
    const title = `A title, ${connection} & "${theme}"`;
    await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill(title);
    await home.save.click();
    // The bar shows it: offline, earlier changes had the same toast.
    await expect(home.saveBar).toBeHidden();
    await (connection === 'online' ? home.expectSaved() : home.expectPending());
    await home.back.click();
    if (canAddBlocks(theme)) {
      await home.edit(fourth);
      await home.deleteBlock.click();
      await home.confirmDelete();
      await expect(home.row(fourth)).toHaveCount(0);
      labels = labels.filter((label) => label !== fourth);
    }
    await expectOrder();

    await page.reload();
    await expectOrder();
    if (connection === 'offline') {
      expect((await listed()).map(({ label }) => label)).not.toEqual(labels);
      await context.setOffline(false);
    }
    await shell(page).expectStatus('Saved');
    await expect.poll(async () => (await listed()).map(({ label }) => label)).toEqual(labels);
    const stored = await listed();
    expect(stored.find(({ label }) => label === second)?.enabled).toBe(false);

    const there = await publicBlocks(profile, websiteId);
    expect([...there.keys()]).toEqual(stored.filter(({ enabled }) => enabled !== false).map(({ id }) => id));
    expect(there.get(stored.find(({ label }) => label === name)?.id ?? '')).toContain(title);
  });
}
