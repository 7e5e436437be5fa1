import { expect, type Page } from 'playwright/test';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { saveName } from '../../support/save-name.ts';

/** The list of one kind of record, and the dialogs over it. */
export function recordsPage(page: Page, resource: ResourceDefinition, websiteId: string) {
  const { labels, path } = resource;
  const table = page.getByRole('table', { name: labels.heading });
  const form = page.getByRole('dialog');
  const save = form.getByRole('button', { name: saveName(resource), exact: true });
  const question = page.getByRole('alertdialog');
  const heading = page.getByRole('heading', { level: 1, name: labels.heading });
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('rowheader').getByText(name, { exact: true }) });
  const base = path.startsWith('account/') ? `/${path}` : `/website/${websiteId}/${path}`;
  return {
    address: (rest = '') => new RegExp(`${base}${rest}$`),
    table,
    heading,
    form,
    question,
    row,
    rowHeaders: table.getByRole('rowheader'),
    names: table.getByRole('rowheader').getByRole('link'),
    link: (name: string) => row(name).getByRole('link'),
    search: page.getByRole('searchbox', { name: `Search ${labels.many}` }),
    pages: page.getByRole('navigation', { name: 'Pages' }),
    column: (name: string) => table.getByRole('columnheader', { name, exact: true }),
    sortBy: (name: string) => table.getByRole('columnheader', { name, exact: true }).getByRole('button').click(),
    createNew: page.getByRole('link', { name: labels.add ?? 'Create New' }).first(),
    field: (label: string) => form.getByLabel(label, { exact: true }),
    save,
    cancel: form.getByRole('button', { name: 'Cancel', exact: true }),
    async open(rest = ''): Promise<void> {
      await page.goto(`${base}${rest}`);
      // A dialog hides what lies below it.
      await expect(rest.startsWith('/') ? form.getByRole('heading').first() : heading).toBeVisible();
    },
    async choose(name: string, item: string): Promise<void> {
      await row(name)
        .getByRole('button', { name: `More for ${name}` })
        .click();
      await page.getByRole('menuitem', { name: item }).click();
    },
    async fill(values: Readonly<Record<string, string>>): Promise<void> {
      for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
    },
    /** Saves, and waits until the dialog has closed. */
    async saved(): Promise<void> {
      await save.click();
      await expect(form).toBeHidden();
    },
    async delete(name: string): Promise<void> {
      await this.choose(name, 'Delete…');
      await question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(question).toBeHidden();
    },
  };
}
