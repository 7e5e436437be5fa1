import { expect } from 'playwright/test';
import { blockScreen, enabledKey } from '#contract/blocks/block-screen.ts';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import { type ListName, listNames } from '#contract/entities/lists.ts';
import { type ThemeKey, themeKeys } from '#contract/entities/website.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { toWire } from '#contract/settings/wire.ts';
import type { Api } from '../support/api.ts';
import { homepage } from './models/homepage.ts';
import { settingsField } from './models/settings-field.ts';
import { shell } from './models/shell.ts';
import { makeAvailableOffline } from './support/console.ts';
import { type Profile, test } from './support/fixtures.ts';
import { publicBlocks } from './support/public-page.ts';
import { type FilledField, filling } from './support/settings-values.ts';

// Every block of the demo's own homepages is changed.
test.use({ ownServer: 'homepage-settings' });

/** Too narrow for the preview beside the form: rendering it after each value is what would take the time. */
const viewport = { width: 1000, height: 900 };

type Word = 'online' | 'offline';

/** Fills every setting of every block of a homepage, as a person does, and saves each block. Answers what was filled in, by block. */
async function fillEveryBlock({ page }: Profile, { websiteId, theme, api }: Site, word: Word) {
  const lists = await Promise.all(listNames.map(async (list) => [list, await api.records(websiteId, list)] as const));
  const records: Partial<Record<ListName, Awaited<ReturnType<typeof api.records>>>> = Object.fromEntries(lists);
  const [menus, forms] = await Promise.all([api.choices(websiteId, 'menus'), api.choices(websiteId, 'forms')]);
  const names = (items: typeof menus) => new Map(items.map(({ id, label }) => [id, label]));
  const choices = { menu: names(menus), form: names(forms), ...Object.fromEntries(lists.map(([list, items]) => [list, names(items)])) };
  const blocks = (await api.blocks(websiteId)).filter(({ key }) => key !== footerBlockKey);
  const filled = new Map<string, readonly FilledField[]>();
  const home = homepage(page);
  for (const block of blocks) {
    await test.step(block.label, async () => {
      const screen = blockScreen(block, theme);
      const fields = filling(screen, { theme, word, chosen: { menus, forms, records }, setting: () => undefined });
      await home.edit(block.label);
      for (const { field, value } of fields) await settingsField(page, screen, field, choices).fill(value);
      await home.save.click();
      await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
      await home.back.click();
      filled.set(block.id, fields);
    });
  }
  return { blocks, filled, choices };
}

interface Site {
  readonly websiteId: string;
  readonly theme: ThemeKey;
  readonly api: Api;
}

/** Every setting is on the server, and what blocks say stands on the public page: of each that is shown at least one text. */
async function expectSaved(profile: Profile, { websiteId, api }: Site, filled: ReadonlyMap<string, readonly FilledField[]>) {
  const stored = await api.blocks(websiteId);
  for (const { id, key, settings = [], enabled } of stored) {
    const told = new Map(settings.map((setting) => [setting.key, setting.value]));
    for (const { field, value } of filled.get(id) ?? [])
      expect
        .soft(field.key === enabledKey ? [enabled] : (told.get(field.key) ?? null), `${key}: ${field.key}`)
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

for (const [index, theme] of themeKeys.entries()) {
  const websiteId = String(index + 1);

  test(`${theme}: every setting of every block is edited, on the server and the public page, and there in a fresh profile`, async ({
    signedInProfile,
    api,
  }) => {
    test.setTimeout(600_000);
    const site: Site = { websiteId, theme, api };
    const profile = await signedInProfile({ viewport });
    await homepage(profile.page).open(websiteId);
    const { blocks, filled, choices } = await fillEveryBlock(profile, site, 'online');
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

  test(`${theme}: every setting of every block is edited offline, and sent in one go when the connection is back`, async ({
    signedInProfile,
    api,
  }) => {
    test.setTimeout(600_000);
    const site: Site = { websiteId, theme, api };
    const profile = await signedInProfile({ viewport });
    const { page, context } = profile;
    const home = homepage(page);
    await page.goto(`/website/${websiteId}/${socialLinks.path}`);
    await makeAvailableOffline(profile);
    await context.setOffline(true);
    await home.open(websiteId);
    await shell(page).expectStatus('Offline');
    const before = await api.blocks(websiteId);
    const { filled } = await fillEveryBlock(profile, site, 'offline');
    expect(await api.blocks(websiteId)).toEqual(before);
    await context.setOffline(false);
    await shell(page).expectStatus('Saved');
    await expectSaved(profile, site, filled);
  });
}
