import { expect, type Page } from 'playwright/test';

/** The list of websites. */
export function websitesPage(page: Page) {
  const table = page.getByRole('table', { name: 'Websites' });
  const search = page.getByRole('searchbox', { name: 'Search websites' });
  const pages = page.getByRole('navigation', { name: 'Pages' });
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Websites' }),
    table,
    search,
    pages,
    names: table.getByRole('rowheader').getByRole('link'),
    column: (name: string) => table.getByRole('columnheader', { name }),
    sortBy: (name: string) => table.getByRole('columnheader', { name }).getByRole('button').click(),
    async open(query = ''): Promise<void> {
      await page.goto(`/websites${query}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Websites' })).toBeVisible();
    },
  };
}
