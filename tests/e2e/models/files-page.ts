import { expect, type Page } from 'playwright/test';

/** The screen with a website's files. */
export function filesPage(page: Page, websiteId: string) {
  const table = page.getByRole('table', { name: 'Files' });
  const heading = page.getByRole('heading', { level: 1, name: 'Files' });
  return {
    heading,
    names: table.getByRole('rowheader').locator('bdi'),
    search: page.getByRole('searchbox', { name: 'Search files' }),
    dialog: page.getByRole('alertdialog'),
    row: (name: string) => table.getByRole('row').filter({ hasText: name }),
    deleteOf: (name: string) => page.getByRole('button', { name: `Delete ${name}`, exact: true }),
    column: (name: string) => table.getByRole('columnheader', { name }),
    sortBy: (name: string) => table.getByRole('columnheader', { name }).getByRole('button').click(),
    async open(): Promise<void> {
      await page.goto(`/website/${websiteId}/files`);
      await expect(heading).toBeVisible();
    },
  };
}
