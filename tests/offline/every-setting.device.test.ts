import { afterEach, beforeEach, expect, it } from 'vitest';
import { blockCatalogue, defaultSettings } from '#contract/blocks/catalogue.ts';
import { blockScreen, enabledKey } from '#contract/blocks/block-screen.ts';
import type { Block } from '#contract/entities/block.ts';
import { themeKeys } from '#contract/entities/website.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { categoriesOf, categoryOf } from '#contract/settings/screen.ts';
import { toWire, toWrite } from '#contract/fields/index.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import { filling } from '../support/settings-values.ts';
import { openBlocks } from './support/blocks-page.ts';
import { FakeServer } from './support/fake-server.ts';
import { drained, freshName, Tab, TabLock, type World } from './support/tab.ts';
import { TestClock } from './support/time.ts';

// The end-to-end tests save a few screens offline that together have every kind of field; here it is every field of all screens.
const choices = ['1', '2', '3'].map((id) => ({ id, label: id }));
const chosen = { menus: choices, forms: choices };

let world: World;
let tab: Tab;
beforeEach(async () => {
  world = { name: freshName(), clock: new TestClock(), server: new FakeServer(), lock: new TabLock() };
  tab = await Tab.open(world, { online: false });
});
afterEach(() => tab.close());

it('every field of every settings screen that is saved offline is shown as it was saved, and arrives so', async () => {
  const writes = settingsScreens.flatMap((screen) =>
    filling(screen, { theme: 'versatile', word: 'offline', chosen, setting: () => true })
      .filter(({ field }) => !field.secret)
      .map(({ field, value }) => toWrite(field, categoryOf(screen, field), value)),
  );
  expect(writes.length).toBeGreaterThan(150);
  const categories = [...new Set(settingsScreens.flatMap(categoriesOf))];
  const expected = new Map(writes.map(({ category, key, value }) => [`${category} ${key}`, value]));
  for (const category of categories) {
    await tab.visit({ category });
    const settings = writes.filter((write) => write.category === category);
    for (const setting of settings) {
      const result = await tab.store.outbox.append({
        userId: 'u1',
        accountId: 'a1',
        websiteId: 'w1',
        resource: 'settings',
        mutation: 'update',
        body: { category, settings: [setting] },
        base: { [setting.key]: null },
      });
      expect(result.kind).toBe('enqueued');
    }
    const { settings: shown } = await tab.store.readSettings('u1', 'w1', category);
    const values = new Map(shown.map(({ key, value }) => [key, value]));
    for (const { key } of settings) expect(values.get(key), `${category} ${key}`).toEqual(expected.get(`${category} ${key}`));
  }
  tab.online(true);
  await drained([tab]);
  for (const [name, value] of expected) {
    const [category = '', key = ''] = name.split(' ');
    expect(world.server.value(`w1/${category}`, key), name).toEqual(value);
  }
});

it.each(themeKeys)('every setting of every block of %s that is saved offline is shown as it was saved, and arrives so', async (theme) => {
  const page = await openBlocks(0);
  const blocks = blockCatalogue[theme].map((declaration, at): Block => {
    const settings = defaultSettings(declaration);
    return { id: `b${at}`, key: declaration.key, label: declaration.label, priority: at, static: false, enabled: true, settings };
  });
  page.server.homepage.blocks = blocks;
  await page.tab.store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data: page.server.blocksAnswer().data, etag: null });
  const settingsOf = (list: readonly Block[]) =>
    new Map(list.map(({ id, settings = [] }) => [id, new Map(settings.map(({ key, value }) => [key, value]))]));
  page.tab.online(false);
  const expected = settingsOf(blocks);
  for (const block of blocks) {
    const screen = blockScreen(block, theme);
    for (const { field, value } of filling(screen, { theme, word: 'offline', chosen, setting: () => undefined })) {
      if (field.key === enabledKey) continue;
      const wire = toWire(field, value);
      const { id: blockId, label } = block;
      const base = { [field.key]: expected.get(blockId)?.get(field.key) ?? null };
      const submitted = await page.change({ kind: 'settings', blockId, label, settings: [{ key: field.key, value: wire }], base });
      expect(submitted.kind).toBe('pending');
      expected.get(blockId)?.set(field.key, wire);
    }
  }
  expect(settingsOf(await page.shown())).toEqual(expected);
  page.tab.online(true);
  await drained([page.tab]);
  expect(settingsOf(page.server.homepage.blocks)).toEqual(expected);
  // So that another tab does not report a change by somebody else.
  const { confirmedWrites } = await page.tab.store.readBlocks('u1', 'w1');
  expect(Object.keys(confirmedWrites).length).toBeGreaterThan(0);
  for (const [field, value] of Object.entries(confirmedWrites)) {
    const [id = '', , key = ''] = field.split('/');
    expect(value, field).toEqual(expected.get(id)?.get(key));
  }
  page.tab.close();
});
