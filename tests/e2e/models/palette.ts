import { expect, type Page } from 'playwright/test';

/** The command palette, and the sheet of shortcuts. */
export function palettePage(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const input = dialog.getByRole('combobox', { name: /^Search/ });
  const options = dialog.getByRole('option');
  return {
    dialog,
    input,
    options,
    /** The option that Enter would choose. */
    active: dialog.getByRole('option', { selected: true }),
    option: (label: string) => options.filter({ has: page.getByText(label, { exact: true }) }).first(),
    group: (name: string) => dialog.getByRole('group', { name }),
    /** What listens for its keys comes after the first screen, with its button. */
    ready: () => page.getByRole('button', { name: 'Search…' }).waitFor(),
    shortcuts: page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
    /** Opens it, types and chooses the first result. */
    async find(query: string): Promise<void> {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(query);
      await expect(dialog.getByRole('option', { selected: true })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
    },
  };
}
