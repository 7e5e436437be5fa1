import { expect, it } from 'vitest';
import { screenById } from '#contract/settings/index.ts';
import { startMachine } from '../testing/start-machine.ts';
import { settingsScreenMachine } from './settings-screen.machine.ts';
import { snapshotOf } from './settings-screen.paths.ts';
import { onlyOf, ownKeysOf } from './settings-screen.sections.ts';
import { settingsScreenView } from './settings-screen.view.ts';

async function open(id: string, values: Readonly<Record<string, string | boolean>>) {
  const screen = screenById(id);
  if (!screen) throw new Error(`no screen ${id}`);
  const { actor, answer } = startMachine(settingsScreenMachine, { websiteId: '5', screen });
  await answer('loadSettings', { kind: 'loaded', snapshot: snapshotOf(values, { theme: 'versatile' }) });
  return {
    sections: () => settingsScreenView(actor.getSnapshot()).sections,
    type: (key: string, value: string | boolean) => actor.send({ type: 'field.changed', key, value }),
  };
}

it('what is set is neither blank nor the default, and what is being edited', async () => {
  const { sections, type } = await open('footer', {
    footer_phone: '02',
    footer_tagline: ' ',
    footer_font_color: 'white',
    quick_links_title: 'Links',
  });
  expect([...ownKeysOf(sections())]).toEqual(['footer_phone', 'quick_links_title']);
  type('footer_phone', '');
  expect([...ownKeysOf(sections())]).toEqual(['footer_phone', 'quick_links_title']);
});

it('a form that is narrowed to what is set keeps those fields while they are emptied, and leaves out empty sections', async () => {
  const { sections, type } = await open('footer', { footer_phone: '02' });
  const keys = ownKeysOf(sections());
  const visible = () => onlyOf(sections(), keys).map(({ title, fields }) => [title, fields.map(({ field }) => field.key)]);
  expect(visible()).toEqual([['Contact details', ['footer_phone']]]);
  type('footer_phone', '');
  type('legal_disclaimer', 'x');
  expect(visible()).toEqual([
    ['Contact details', ['footer_phone']],
    ['Legal', ['legal_disclaimer']],
  ]);
});

it('a table keeps the rows with something set', async () => {
  const { sections } = await open('listings-search-settings', { listing_search_filters_tags: true });
  const [filters] = onlyOf(sections(), ownKeysOf(sections()));
  expect([filters?.table?.rows.map(({ label }) => label), filters?.table?.columns]).toEqual([['Tags'], ['Show']]);
});
