import { expect } from 'playwright/test';
import { blockScreen, enabledKey } from '#contract/blocks/block-screen.ts';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import { type ListName, listNames } from '#contract/entities/lists.ts';
import { themeKeys } from '#contract/entities/website.ts';
import { toWire } from '#contract/settings/wire.ts';
import { homepage } from './models/homepage.ts';
import { settingsField } from './models/settings-field.ts';
import { test } from './support/fixtures.ts';
import { type FilledField, filling } from './support/settings-values.ts';

// Every block of the demo's own homepages is changed.
test.use({ ownServer: 'homepage-settings' });

for (const [index, theme] of themeKeys.entries()) {
  const websiteId = String(index + 1);

  test(`${theme}: every setting of every block is edited, on the server, and there in a fresh profile`, async ({
    signedInProfile,
    api,
  }) => {
    test.setTimeout(600_000);
    const lists = await Promise.all(listNames.map(async (list) => [list, await api.records(websiteId, list)] as const));
    const records: Partial<Record<ListName, Awaited<ReturnType<typeof api.records>>>> = Object.fromEntries(lists);
    const [menus, forms] = await Promise.all([api.choices(websiteId, 'menus'), api.choices(websiteId, 'forms')]);
    const names = (items: typeof menus) => new Map(items.map(({ id, label }) => [id, label]));
    const choices = { menu: names(menus), form: names(forms), ...Object.fromEntries(lists.map(([list, items]) => [list, names(items)])) };
    const blocks = (await api.blocks(websiteId)).filter(({ key }) => key !== footerBlockKey);
    const filled = new Map<string, readonly FilledField[]>();

    const { page } = await signedInProfile();
    const home = homepage(page);
    await home.open(websiteId);
    for (const block of blocks) {
      await test.step(block.label, async () => {
        const screen = blockScreen(block, theme);
        const fields = filling(screen, { theme, word: 'online', chosen: { menus, forms, records }, setting: () => undefined });
        await home.edit(block.label);
        for (const { field, value } of fields) await settingsField(page, screen, field, choices).fill(value);
        await home.save.click();
        await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
        await home.back.click();
        filled.set(block.id, fields);
      });
    }

    for (const { id, key, settings = [], enabled } of await api.blocks(websiteId)) {
      const stored = new Map(settings.map((setting) => [setting.key, setting.value]));
      for (const { field, value } of filled.get(id) ?? []) {
        const told = field.key === enabledKey ? [enabled] : (stored.get(field.key) ?? null);
        expect.soft(told, `${key}: ${field.key}`).toEqual(toWire(field, value));
      }
    }

    const fresh = (await signedInProfile()).page;
    const other = homepage(fresh);
    await other.open(websiteId);
    for (const block of blocks) {
      await test.step(`${block.label} again`, async () => {
        await other.edit(block.label);
        const screen = blockScreen(block, theme);
        for (const { field, value } of filled.get(block.id) ?? []) await settingsField(fresh, screen, field, choices).expectValue(value);
        await other.back.click();
      });
    }
  });
}
