import { describe, expect, it } from 'vitest';
import { screenById } from '#contract/settings/index.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { SettingsSnapshot } from '../ports.ts';
import { startMachine } from '../testing/start-machine.ts';
import { settingsScreenMachine } from './settings-screen.machine.ts';
import { snapshotOf } from './settings-screen.paths.ts';
import { settingsScreenView } from './settings-screen.view.ts';

async function openAt(id: string, values: Readonly<Record<string, string | boolean>> = {}, more: Partial<SettingsSnapshot> = {}) {
  const screen: SettingsScreen | undefined = screenById(id);
  if (!screen) throw new Error(`no screen ${id}`);
  const run = startMachine(settingsScreenMachine, { websiteId: '5', screen });
  await run.answer('loadSettings', { kind: 'loaded', snapshot: snapshotOf(values, { theme: 'versatile', ...more }) });
  const view = () => settingsScreenView(run.actor.getSnapshot());
  return {
    ...run,
    view,
    errors: () => view().errorSummary.map(({ key, message }) => [key, message]),
    type: (key: string, value: string | boolean) => run.actor.send({ type: 'field.changed', key, value }),
    save: () => run.actor.send({ type: 'save.requested' }),
    field: (key: string) =>
      view()
        .sections.flatMap((section) => section.fields)
        .find((candidate) => candidate.field.key === key),
  };
}

describe('rules between fields', () => {
  it('prevent a save, at the blank field, and end when either field is corrected', async () => {
    const both = ['auction_fees_description', 'Auction fees label and description must both be set for either to apply.'];
    const { errors, save, type, view } = await openAt('listings-settings');
    type('auction_fees_label', 'Fees');
    expect(errors()).toEqual([]);
    save();
    expect([view().status, errors()]).toEqual(['error', [both]]);
    type('auction_fees_label', '');
    expect(errors()).toEqual([]);
    type('auction_fees_label', 'Fees');
    save();
    expect(errors()).toEqual([both]);
    type('auction_fees_description', '2 %');
    save();
    expect(view().status).toBe('submitting');
  });

  it('ask for a font name while the font is a cloud font', async () => {
    const { errors, field, save, type } = await openAt('company-branding');
    expect(field('custom_body_font_name')?.field.required).toBeUndefined();
    type('custom_body_font', 'https://fonts.example.com/css?family=Lora');
    expect(field('custom_body_font_name')?.field.required).toBe(true);
    save();
    expect(errors()).toEqual([['custom_body_font_name', 'Body font name is required.']]);
    type('custom_body_font', '/fonts/lora.woff2');
    expect(errors()).toEqual([]);
  });

  it('keep what the server said of another field until that field is changed', async () => {
    const { answer, errors, save, type } = await openAt('listings-settings');
    type('auction_fees_label', 'Fees');
    type('auction_fees_description', '2 %');
    save();
    await answer('submitSettings', { kind: 'refused', message: 'No.', fields: { auction_fees_label: 'Not this one.' } });
    type('auction_fees_description', '3 %');
    expect(errors()).toEqual([['auction_fees_label', 'Not this one.']]);
    type('auction_fees_label', 'Costs');
    expect(errors()).toEqual([]);
  });
});

describe('a required field that was always blank', () => {
  it('prevents no save of another field, and does once a value of it is cleared', async () => {
    const { errors, save, type, view } = await openAt('header', {});
    type('header_phone', '02 9000 0000');
    save();
    expect([view().status, errors()]).toEqual(['submitting', []]);
    const stored = await openAt('header', { header_menu: '7' });
    stored.type('header_menu', '');
    stored.save();
    expect([stored.view().status, stored.errors()]).toEqual(['error', [['header_menu', 'Header menu is required.']]]);
  });
});

describe('what a screen shows', () => {
  it('offers the options of the theme, and reads a choice it does not offer as the default', async () => {
    const stored = { unique_footer_logo: 'tertiary_logo' };
    const offered = async (theme: 'byron' | 'minimal') => {
      const { field, view } = await openAt('footer', stored, { theme });
      const logo = field('unique_footer_logo');
      return [logo?.value, logo && 'options' in logo.field ? logo.field.options.length : null, view().changedCount];
    };
    expect(await offered('byron')).toEqual(['desktop_logo', 2, 0]);
    expect(await offered('minimal')).toEqual(['tertiary_logo', 3, 0]);
  });

  it('warns without standing in the way of a save', async () => {
    const { field, save, type, view } = await openAt('robots', { robots_txt: 'User-agent: *\nAllow: /' });
    expect(field('robots_txt')?.warning).toBeNull();
    type('robots_txt', 'User-agent: *\nDisallow: /');
    expect(field('robots_txt')?.warning).toContain('every search engine');
    save();
    expect(view().status).toBe('submitting');
  });

  it('lays the listing stats out as a table', async () => {
    const { view } = await openAt('listings-settings');
    expect(view().sections.flatMap((section) => section.table?.rows.map((row) => row.label) ?? [])).toHaveLength(6);
  });
});

describe('a setting that another part of the form looks at', () => {
  it('is what the form holds, emptied too, and not what is stored', async () => {
    const { actor, view } = await openAt('company-branding', { primary_color: '#112233' });
    expect(view().brandColors.primary_color).toBe('#112233');
    actor.send({ type: 'field.changed', key: 'primary_color', value: null });
    expect(view().brandColors.primary_color).toBeNull();
  });
});

describe('the toasts of a save', () => {
  it('say what the screen says', async () => {
    const { answer, emitted, save, type } = await openAt('company-branding');
    type('logo_alt_text', 'North Shore');
    save();
    await answer('submitSettings', { kind: 'saved' });
    expect(emitted[0]).toEqual({
      type: 'toast',
      toast: { type: 'success', title: 'Saved', content: 'Theme settings successfully updated' },
    });
  });

  it('are the message alone where the branding is refused', async () => {
    const { answer, emitted, save, type } = await openAt('company-branding');
    type('logo_alt_text', 'North Shore');
    save();
    await answer('submitSettings', { kind: 'refused', message: 'The disk is full.', fields: {} });
    expect(emitted).toEqual([{ type: 'toast', toast: { type: 'error', title: 'The disk is full.', content: '' } }]);
  });
});
