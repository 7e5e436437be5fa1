import type { Page } from 'playwright/test';

/** The drawer behind the chip: pending entries, entries that need attention, and the log. */
export function syncCenter(page: Page) {
  const drawer = page.getByRole('dialog', { name: 'Sync centre' });
  return {
    drawer,
    attention: drawer.getByRole('region', { name: 'Needs attention' }),
    waiting: drawer.getByRole('region', { name: 'On this device' }),
    log: drawer.getByRole('region', { name: 'Lately' }),
    /** The card of an outbox entry, by a part of its text. */
    entry: (text: string) => drawer.getByRole('listitem').filter({ hasText: text, has: page.getByRole('button', { name: 'Discard' }) }),
    async open(): Promise<void> {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Sync status/ })
        .click();
    },
    async close(): Promise<void> {
      await drawer.getByRole('button', { name: 'Close' }).click();
    },
  };
}
