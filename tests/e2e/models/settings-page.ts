import { expect, type Locator, type Page } from 'playwright/test';
import type { Field } from '#contract/settings/field.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import { toasts } from './toasts.ts';

/** One settings screen, by the words that stand on it. */
export function settingsPage(page: Page, screen: SettingsScreen) {
  const heading = page.getByRole('heading', { level: 1, name: screen.title, exact: true });
  const saveBar = page.getByRole('region', { name: 'Unsaved changes' });
  const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).first();

  /** Labels repeat in some screens: then the section tells which is meant. */
  function field(wanted: Field): Locator {
    const section = screen.sections.find(({ fields }) => fields.some(({ key }) => key === wanted.key));
    const within = section?.title ? page.getByRole('region', { name: section.title, exact: true }) : page.getByRole('main');
    if (wanted.kind === 'checkbox' || wanted.kind === 'toggle') return within.getByRole('checkbox', { name: wanted.label });
    // A plain textarea stands in for the code editor until that is loaded.
    if (wanted.kind === 'code') return within.locator('[contenteditable]').and(within.getByRole('textbox', { name: wanted.label }));
    return within.getByRole('textbox', { name: wanted.label, exact: true });
  }

  return {
    heading,
    saveBar,
    save,
    field,
    toasts: toasts(page),
    errorSummary: page.getByRole('region', { name: 'What needs another look' }),
    changed: (count: number) => saveBar.getByText(count === 1 ? '1 unsaved change' : `${count} unsaved changes`, { exact: true }),
    revert: (wanted: Field) => page.getByRole('button', { name: `Revert ${wanted.label}`, exact: true }),
    /** The message under a field, as its description tells it. */
    expectProblem: (wanted: Field, message: string | RegExp) =>
      expect(field(wanted)).toHaveAccessibleDescription(typeof message === 'string' ? new RegExp(escaped(message)) : message),
    path: (websiteId: string) => `/website/${websiteId}/${screen.path}`,
    async open(websiteId: string): Promise<void> {
      await page.goto(`/website/${websiteId}/${screen.path}`);
      await this.expectOpen();
    },
    async expectOpen(): Promise<void> {
      await expect(heading).toBeVisible();
      const [first] = screen.sections.flatMap(({ fields }) => fields);
      if (first) await expect(field(first)).toBeVisible();
    },
    async fill(wanted: Field, value: string | boolean): Promise<void> {
      if (typeof value === 'boolean') await field(wanted).setChecked(value);
      else await field(wanted).fill(value);
    },
    async expectValue(wanted: Field, value: string | boolean): Promise<void> {
      if (typeof value === 'boolean') await expect(field(wanted)).toBeChecked({ checked: value });
      else if (wanted.kind === 'code') await expect(field(wanted)).toHaveText(value.replaceAll('\n', ''), { useInnerText: false });
      else await expect(field(wanted)).toHaveValue(value);
    },
    async expectSaved(): Promise<void> {
      await toasts(page).expect('Saved', 'Settings successfully updated');
    },
    async expectKept(): Promise<void> {
      await toasts(page).expect('Saved on this device', 'It will be sent when you are back online.');
    },
  };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
