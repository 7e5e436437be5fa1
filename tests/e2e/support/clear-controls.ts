import { expect, type Page } from 'playwright/test';
import { sampleValue } from '#contract/fields/index.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { controlNames, unclearNames } from '../../support/control-names.ts';
import { settingsPage } from '../models/settings-page.ts';
import { toasts } from '../models/toasts.ts';

const simple = [
  'text',
  'multiline',
  'lines',
  'url',
  'email',
  'telephone',
  'number',
  'checkbox',
  'toggle',
  'color',
  'code',
  'radio',
  'themeColor',
];

/** The buttons of one kind that can be seen now. */
async function namesInView(page: Page, kind: 'Save' | 'Undo'): Promise<readonly string[]> {
  return page.evaluate((wanted) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')];
    return buttons.flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const text = button.getAttribute('aria-label') ?? button.textContent ?? '';
      // Not behind a bar, nor beyond the window. A toast goes by itself, and a late one may stand over Save.
      const over = document.elementsFromPoint(left + width / 2, top + height / 2).find((element) => !element.closest('[data-toast]'));
      // A sliver below the bar is not seen as a button.
      const isInView = top + height / 2 < innerHeight - 16 && button.contains(over ?? null);
      return isInView && new RegExp(`^${wanted}(?: |$)`, 'u').test(text) ? [text] : [];
    });
  }, kind);
}

/** Where Save is in the heading: its distance from the end and from the top of the row with the title. */
async function placeOfSave(page: Page): Promise<string> {
  return page.evaluate(() => {
    const title = document.querySelector('main h1')?.getBoundingClientRect();
    const header = document.querySelector('main header')?.getBoundingClientRect();
    const save = [...document.querySelectorAll('main header button')].at(-1)?.getBoundingClientRect();
    return title && header && save ? `${Math.round(header.right - save.right)} ${Math.round(save.top - title.top)}` : 'none';
  });
}

/** Changes a field of a screen, unless one is changed. */
export async function ensureChange(page: Page, screen: SettingsScreen): Promise<void> {
  const form = settingsPage(page, screen);
  if ((await form.save.getAttribute('aria-disabled')) === null) return;
  for (const field of fieldsOf(screen)) {
    if (!simple.includes(field.kind) || field.secret || !(await form.field(field).isVisible())) continue;
    for (const n of [1, 2]) {
      await form.fill(field, sampleValue(field, n));
      if ((await form.save.getAttribute('aria-disabled')) === null) return;
    }
  }
  await page.getByRole('main').getByRole('combobox').first().click();
  await page.getByRole('option', { selected: false }).last().click();
  await expect(form.save).not.toHaveAttribute('aria-disabled');
}

/**
 * Checks a screen with a change: one Save and one Undo in view wherever it is scrolled to, Save always at one place, and a name of its own for
 * every control. Returns the number of controls.
 */
export async function expectClearControls(page: Page, screen: SettingsScreen): Promise<number> {
  // What a save before has said may stand over Save on a phone, until it goes by itself.
  await toasts(page).dismissAll();
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  const names = await controlNames(page);
  expect.soft(unclearNames(names), screen.title).toEqual([]);
  await page.evaluate(() => scrollTo(0, 0));
  expect.soft(await placeOfSave(page), screen.title).toBe('0 0');
  const end = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < end; top += 700) {
    await page.evaluate((y) => scrollTo(0, y), top);
    for (const kind of ['Save', 'Undo'] as const)
      await expect.soft
        .poll(async () => (await namesInView(page, kind)).length, { message: `${screen.title}: ${kind} at ${top} px`, timeout: 10_000 })
        .toBe(1);
  }
  return names.length;
}
