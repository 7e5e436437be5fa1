import { type BrowserContext, expect, type Locator, type Page } from 'playwright/test';

declare global {
  /** The texts of each toast that has appeared on this page and that no test has expected yet: its title, and the text below. */
  var appearedToasts: string[][] | undefined;
}

/** Records every toast of a profile: a toast disappears after five seconds, and a slow machine may look later. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const appeared: string[][] = [];
    globalThis.appearedToasts = appeared;
    const record = (toast: Element) =>
      appeared.push([...toast.querySelectorAll(':scope > div > div')].map((part) => part.textContent ?? ''));
    new MutationObserver((mutations) => {
      for (const node of mutations.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        if (node.matches('[data-toast]')) record(node);
        for (const toast of node.querySelectorAll('[data-toast]')) record(toast);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Notifications at the top right. */
export function toasts(page: Page) {
  const region: Locator = page.getByRole('region', { name: 'Notifications' });
  return {
    region,
    /** A toast with this title and text is shown, has appeared since the last one that was expected, or does soon. */
    async expect(title: string, content?: string): Promise<void> {
      const wanted = content === undefined ? expect.arrayContaining([title]) : [title, content];
      // A toast with the same texts replaces the one that is shown, and does not appear anew.
      const standing = () =>
        region
          .locator('[data-toast]')
          .evaluateAll((all) =>
            all.map((toast) => [...toast.querySelectorAll(':scope > div > div')].map((part) => part.textContent ?? '')),
          );
      const appeared = () =>
        page.evaluate(() => {
          // Without the recorded texts, a slow machine would look for a toast that has disappeared.
          if (!globalThis.appearedToasts) throw new Error('This profile was opened without recordToasts.');
          return globalThis.appearedToasts;
        });
      await expect.poll(async () => [...(await appeared()), ...(await standing())]).toContainEqual(wanted);
      await page.evaluate(
        (texts) => {
          const at = globalThis.appearedToasts?.findLastIndex((toast) => texts.every((text, part) => toast[part] === text)) ?? -1;
          globalThis.appearedToasts?.splice(at, 1);
        },
        [title, ...(content === undefined ? [] : [content])],
      );
    },
    /** Dismisses every toast on this page, so that none of them is taken for a later one. */
    async dismissAll(): Promise<void> {
      await region.getByRole('button', { name: /^Dismiss: / }).evaluateAll((buttons) => {
        for (const button of buttons) button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      });
    },
    /** The button of a toast. */
    action: (title: string, name: string): Locator =>
      region.locator('[data-toast]').filter({ hasText: title }).getByRole('button', { name, exact: true }),
    async dismiss(title: string): Promise<void> {
      await region
        .getByRole('button', { name: `Dismiss: ${title}` })
        .last()
        .click();
    },
  };
}
