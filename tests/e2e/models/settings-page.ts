import { expect, type Locator, type Page } from 'playwright/test';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { type ChoiceNames, settingsField } from './settings-field.ts';
import { shell } from './shell.ts';
import { toasts } from './toasts.ts';

/** One settings screen, by its visible labels. */
export function settingsPage(page: Page, screen: SettingsScreen, choices?: ChoiceNames) {
  const heading = page.getByRole('heading', { level: 1, name: screen.title, exact: true });
  const saveBar = page.getByRole('region', { name: 'Unsaved changes' });
  const save = page.getByRole('main').getByRole('button', { name: `Save ${screen.title}`, exact: true });
  const main = page.getByRole('main');
  const of = (wanted: Field) => settingsField(page, screen, wanted, choices);
  const field = (wanted: Field): Locator => of(wanted).control;

  return {
    heading,
    saveBar,
    save,
    field,
    toasts: toasts(page),
    undo: main.getByRole('button', { name: 'Undo', exact: true }).first(),
    redo: main.getByRole('button', { name: 'Redo', exact: true }).first(),
    errorSummary: page.getByRole('region', { name: 'What needs another look' }),
    changed: (count: number) => saveBar.getByText(count === 1 ? '1 unsaved change' : `${count} unsaved changes`, { exact: true }),
    /** Whether a secret is set: the screen shows nothing else of it. */
    secretState: (wanted: Field) => main.locator(`[data-field="${wanted.key}"]`).getByText(/^(?:Set|Not set)$/),
    revert: (wanted: Field) => page.getByRole('button', { name: `Revert ${wanted.label}`, exact: true }),
    /** The message under a field, as its accessible description. */
    expectProblem: (wanted: Field, message: string | RegExp) =>
      expect(field(wanted)).toHaveAccessibleDescription(typeof message === 'string' ? new RegExp(escaped(message)) : message),
    path: (websiteId: string) => `/website/${websiteId}/${screen.path}`,
    async open(websiteId: string): Promise<void> {
      await page.goto(`/website/${websiteId}/${screen.path}`);
      await this.expectOpen();
    },
    /** Opens the screen by the link in the navigation, from another screen of the website. */
    async follow(websiteId: string): Promise<void> {
      await shell(page).unfoldNavigation();
      await shell(page).navigation.locator(`a[href="/website/${websiteId}/${screen.path}"]`).click();
      await this.expectOpen();
    },
    async expectOpen(): Promise<void> {
      await expect(heading).toBeVisible();
      const [first] = fieldsOf(screen);
      if (first) await expect(main.locator(`[data-field="${first.key}"]`)).toBeVisible();
    },
    /** Takes back what is not saved, if there is something. */
    async discard(): Promise<void> {
      await expect(async () => {
        // What is being saved may be saved before the click.
        if (await saveBar.isVisible()) await saveBar.getByRole('button', { name: 'Discard' }).click({ timeout: 1000 });
        await expect(saveBar).toBeHidden({ timeout: 1000 });
      }).toPass();
    },
    fill: (wanted: Field, value: FieldValue) => of(wanted).fill(value),
    expectValue: (wanted: Field, value: FieldValue) => of(wanted).expectValue(value),
    async expectSaved(): Promise<void> {
      await toasts(page).expect('Saved', screen.toasts?.saved ?? 'Settings successfully updated');
    },
    async expectPending(): Promise<void> {
      await toasts(page).expect('Saved on this device', 'It will be sent when you are back online.');
    },
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
