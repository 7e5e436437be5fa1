import { expect, type Page } from 'playwright/test';
import { sampleValue } from '#contract/fields/index.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { demoWebsites } from '../support/accounts.ts';
import { controlNames, unclearNames } from '../support/control-names.ts';
import { settingsPage } from './models/settings-page.ts';
import { test } from './support/fixtures.ts';

// Every screen of the demo's own website is changed.
test.use({ ownServer: 'controls' });

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
      // Not behind a bar, nor beyond the window.
      // A sliver below the bar is not seen as a button.
      const isInView =
        top + height / 2 < innerHeight - 16 && button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
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

async function change(page: Page, screen: SettingsScreen): Promise<void> {
  const form = settingsPage(page, screen);
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

for (const width of [1440, 375])
  test(`all screens at ${width} px: one Save and one Undo in view, at one place; every control has a name of its own`, async ({
    signedInProfile,
  }) => {
    const { page } = await signedInProfile({ viewport: { width, height: 800 } });
    let controls = 0;
    for (const screen of settingsScreens)
      await test.step(screen.title, async () => {
        await settingsPage(page, screen).open(demoWebsites.versatile);
        await expect(page.locator('main [data-skeleton]')).toHaveCount(0);
        await change(page, screen);
        const names = await controlNames(page);
        controls += names.length;
        expect.soft(unclearNames(names), screen.title).toEqual([]);
        expect.soft(await placeOfSave(page), screen.title).toBe('0 0');
        const end = await page.evaluate(() => document.documentElement.scrollHeight);
        for (let top = 0; top < end; top += 700) {
          await page.evaluate((y) => scrollTo(0, y), top);
          for (const kind of ['Save', 'Undo'] as const)
            await expect.soft
              .poll(async () => (await namesInView(page, kind)).length, { message: `${screen.title}: ${kind} at ${top} px`, timeout: 2000 })
              .toBe(1);
        }
      });
    console.log(`${settingsScreens.length} screens at ${width} px: ${controls} controls, each with a name of its own`);
  });
