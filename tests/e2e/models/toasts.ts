import { expect, type Locator, type Page } from 'playwright/test';

/** Notifications at the top right. */
export function toasts(page: Page) {
  const region: Locator = page.getByRole('region', { name: 'Notifications' });
  return {
    region,
    /** A toast with this title and these words, now or soon. */
    async expect(title: string, content?: string): Promise<void> {
      await expect(region.getByText(title, { exact: true }).last()).toBeVisible();
      if (content !== undefined) await expect(region.getByText(content, { exact: true }).last()).toBeVisible();
    },
    async dismiss(title: string): Promise<void> {
      await region
        .getByRole('button', { name: `Dismiss: ${title}` })
        .last()
        .click();
    },
  };
}
