import { expect, test } from 'playwright/test';
import type { Category } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { FieldValue } from '#contract/fields/field.ts';
import { categoryOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { toWire } from '#contract/fields/index.ts';
import type { Api } from '../../support/api.ts';
import type { ChoiceNames } from '../models/settings-field.ts';
import { settingsPage } from '../models/settings-page.ts';
import type { Profile } from './fixtures.ts';
import { type Chosen, type FilledField, filling } from '../../support/settings-values.ts';

/** One website whose screens are all filled with the values of one word. */
export interface Round {
  readonly api: Api;
  readonly websiteId: string;
  readonly theme: ThemeKey;
  readonly word: 'online' | 'offline';
  readonly chosen: Chosen;
  /** By category and key: the values that conditions of other screens read. Grows as screens are saved. */
  readonly stored: Map<string, FieldValue>;
  /** What each screen was filled with. */
  readonly filled: Map<SettingsScreen, readonly FilledField[]>;
}

export async function newRound(api: Api, websiteId: string, theme: ThemeKey, word: Round['word']): Promise<Round> {
  const [menus, forms] = await Promise.all([api.choices(websiteId, 'menus'), api.choices(websiteId, 'forms')]);
  const keywords = await api.setting(websiteId, 'seo', 'seo_enable_keywords');
  return {
    api,
    websiteId,
    theme,
    word,
    chosen: { menus, forms },
    stored: new Map([['seo seo_enable_keywords', keywords === true]]),
    filled: new Map(),
  };
}

const nameById = ({ menus, forms }: Chosen): ChoiceNames => ({
  menu: new Map(menus.map(({ id, label }) => [id, label])),
  form: new Map(forms.map(({ id, label }) => [id, label])),
});

/** Opens these screens one after the other, fills in every field and saves each; `saved` waits for the console's confirmation. */
export async function fillScreens(
  { page }: Profile,
  round: Round,
  screens: readonly SettingsScreen[],
  saved: (form: ReturnType<typeof settingsPage>) => Promise<void>,
): Promise<void> {
  const { websiteId, theme, word, chosen, stored, filled } = round;
  for (const [at, screen] of screens.entries()) {
    await test.step(screen.title, async () => {
      const setting = (category: Category, key: string) => stored.get(`${category} ${key}`);
      const fields = filling(screen, { theme, word, chosen, setting }).filter(({ field }) => !field.secret || word === 'online');
      const form = settingsPage(page, screen, nameById(chosen));
      await (at === 0 ? form.open(websiteId) : form.follow(websiteId));
      for (const { field, value } of fields) await form.fill(field, value);
      // A setting that another screen has too may have its value already; the final check reads it from the server.
      if ((await form.save.getAttribute('aria-disabled')) === null) {
        await form.save.click();
        await expect(form.saveBar).toBeHidden();
        await saved(form);
        await form.toasts.dismissAll();
      }
      for (const { field, value } of fields) stored.set(`${categoryOf(screen, field)} ${field.key}`, value);
      filled.set(screen, fields);
    });
  }
}

/** Compares every key of every screen with the server. For a secret, the server only says that it is set. */
export async function expectOnServer({ api, websiteId, filled }: Round): Promise<void> {
  for (const [screen, fields] of filled) {
    const categories = [...new Set(fields.map(({ field }) => categoryOf(screen, field)))];
    const storedValues = new Map(
      (await Promise.all(categories.map((category) => api.settings(websiteId, category)))).flatMap((one) => [...one]),
    );
    for (const { field, value } of fields) {
      const setting = storedValues.get(field.key);
      const what = `${screen.title}: ${field.key}`;
      if (field.secret) expect.soft([setting?.value, setting?.is_set], what).toEqual([null, true]);
      else expect.soft(setting?.value ?? null, what).toEqual(toWire(field, value));
    }
  }
}

/** Opens every screen in a new profile, one after the other, and reads every field. */
export async function expectOnScreens({ page }: Profile, { websiteId, chosen, filled }: Round): Promise<void> {
  for (const [at, [screen, fields]] of [...filled].entries()) {
    await test.step(screen.title, async () => {
      const form = settingsPage(page, screen, nameById(chosen));
      await (at === 0 ? form.open(websiteId) : form.follow(websiteId));
      for (const { field, value } of fields) {
        if (field.secret) await expect.soft(form.secretState(field), field.key).toHaveText('Set');
        else await form.expectValue(field, value);
      }
    });
  }
}
