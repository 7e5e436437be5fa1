import { expect } from 'playwright/test';
import { blockScreen, enabledKey } from '#contract/blocks/block-screen.ts';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import { type ListName, listNames } from '#contract/entities/lists.ts';
import type { Block } from '#contract/entities/block.ts';
import { type ThemeKey, themeKeys } from '#contract/entities/website.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { toWire } from '#contract/fields/index.ts';
import { demoWebsites } from '../support/accounts.ts';
import type { Api } from '../support/api.ts';
import { homepage } from './models/homepage.ts';
import { settingsField } from './models/settings-field.ts';
import { shell } from './models/shell.ts';
import { makeAvailableOffline } from './support/console.ts';
import { outboxEmptied } from './support/device.ts';
import { type Profile, test, onOwnServer } from './support/fixtures.ts';
import { publicBlocks } from './support/public-page.ts';
import { coveringKinds, type FilledField, filling } from '../support/settings-values.ts';

// This test changes every block of the demo's own homepages.
onOwnServer('homepage-settings');

/** Too narrow for the preview beside the form: rendering it after each value would take most of the time. */
const viewport = { width: 1000, height: 900 };

type Word = 'online' | 'offline';

/** The fields of a block that people see. */
const formOf = (block: Block, theme: ThemeKey) => JSON.stringify(blockScreen(block, theme).sections);

/** Fills in every setting of these blocks, as a person does, and saves each. Returns the values by block. */
async function fillBlocks({ page }: Profile, { websiteId, theme, api }: Site, blocks: readonly Block[], word: Word) {
  const lists = await Promise.all(listNames.map(async (list) => [list, await api.records(websiteId, list)] as const));
  const records: Partial<Record<ListName, Awaited<ReturnType<typeof api.records>>>> = Object.fromEntries(lists);
  const [menus, forms] = await Promise.all([api.choices(websiteId, 'menus'), api.choices(websiteId, 'forms')]);
  const names = (items: typeof menus) => new Map(items.map(({ id, label }) => [id, label]));
  const choices = { menu: names(menus), form: names(forms), ...Object.fromEntries(lists.map(([list, items]) => [list, names(items)])) };
  const filled = new Map<string, readonly FilledField[]>();
  const home = homepage(page);
  for (const block of blocks) {
    await test.step(block.label, async () => {
      const screen = blockScreen(block, theme);
      const fields = filling(screen, { theme, word, chosen: { menus, forms, records }, setting: () => undefined });
      await home.edit(block.label);
      for (const { field, value } of fields) await settingsField(page, screen, field, choices).fill(value);
      await home.save.click();
      await expect(home.saveBar).toBeHidden();
      await home.back.click();
      filled.set(block.id, fields);
    });
  }
  return { filled, choices };
}

interface Site {
  readonly websiteId: string;
  readonly theme: ThemeKey;
  readonly api: Api;
}

/** Checks that every setting is on the server, and that the public page shows at least one text of each visible block. */
async function expectSaved(profile: Profile, { websiteId, api }: Site, filled: ReadonlyMap<string, readonly FilledField[]>) {
  const stored = await api.blocks(websiteId);
  for (const { id, key, settings = [], enabled } of stored) {
    const storedValues = new Map(settings.map((setting) => [setting.key, setting.value]));
    for (const { field, value } of filled.get(id) ?? [])
      expect
        .soft(field.key === enabledKey ? [enabled] : (storedValues.get(field.key) ?? null), `${key}: ${field.key}`)
        .toEqual(toWire(field, value));
  }
  const there = await publicBlocks(profile, websiteId);
  const shown = stored.filter(({ key, enabled }) => key !== footerBlockKey && enabled !== false);
  expect([...there.keys()]).toEqual(shown.map(({ id }) => id));
  for (const { id, key } of shown) {
    const texts = (filled.get(id) ?? []).filter(({ field }) => field.kind === 'text' && !field.digits).map(({ value }) => String(value));
    const said = texts.filter((text) => there.get(id)?.includes(text));
    if (texts.length > 0) expect.soft(said, `what ${key} says on the public page, of: ${texts.join(', ')}`).not.toEqual([]);
  }
}

/** All blocks of one theme are tested; of the other themes, only blocks whose form differs from those. */
async function blocksToFill(api: Api, theme: ThemeKey): Promise<readonly Block[]> {
  const blocks = (await api.blocks(demoWebsites[theme])).filter(({ key }) => key !== footerBlockKey);
  if (theme === 'versatile') return blocks;
  const seen = new Set((await api.blocks(demoWebsites.versatile)).map((block) => `${block.key} ${formOf(block, 'versatile')}`));
  return blocks.filter((block) => !seen.has(`${block.key} ${formOf(block, theme)}`));
}

for (const theme of themeKeys) {
  const websiteId = demoWebsites[theme];
  const which = theme === 'versatile' ? 'every block' : 'each block that versatile lacks';

  test(`${theme}: every setting of ${which} is edited, on the server and the public page, and there in a fresh profile`, async ({
    signedInProfile,
    api,
  }) => {
    const site: Site = { websiteId, theme, api };
    const blocks = await blocksToFill(api, theme);
    expect(blocks).not.toEqual([]);
    const profile = await signedInProfile({ viewport });
    await homepage(profile.page).open(websiteId);
    const { filled, choices } = await fillBlocks(profile, site, blocks, 'online');
    await expectSaved(profile, site, filled);

    const { page } = await signedInProfile({ viewport });
    const home = homepage(page);
    await home.open(websiteId);
    for (const block of blocks) {
      await test.step(`${block.label} again`, async () => {
        await home.edit(block.label);
        const screen = blockScreen(block, theme);
        for (const { field, value } of filled.get(block.id) ?? []) await settingsField(page, screen, field, choices).expectValue(value);
        await home.back.click();
      });
    }
  });
}

test('settings of every kind are edited in blocks offline, and sent in one go when the connection is back', async ({
  signedInProfile,
  api,
}) => {
  const site: Site = { websiteId: demoWebsites.versatile, theme: 'versatile', api };
  const profile = await signedInProfile({ viewport, serviceWorkers: 'allow' });
  const { page, context } = profile;
  const home = homepage(page);
  await page.goto(`/website/${site.websiteId}/${socialLinks.path}`);
  await makeAvailableOffline(profile);
  await context.setOffline(true);
  await home.open(site.websiteId);
  await shell(page).expectStatus('Offline');
  const before = await api.blocks(site.websiteId);
  // The other settings are saved without a browser, in `tests/offline/every-setting.device.test.ts`.
  const blocks = coveringKinds(await blocksToFill(api, site.theme), (block) => fieldsOf(blockScreen(block, site.theme)));
  const { filled } = await fillBlocks(profile, site, blocks, 'offline');
  expect(await api.blocks(site.websiteId)).toEqual(before);
  await context.setOffline(false);
  await outboxEmptied(page);
  await shell(page).expectStatus('Saved');
  await expectSaved(profile, site, filled);
});
