import type { Page } from 'playwright';
import type { Promised } from './ledger.ts';

export interface Said {
  readonly promised: Promised;
  /** The text of the toast, or another message on the screen. */
  readonly said: string;
}

/** Removes all toasts, so that none of them is taken for the answer to the next change. */
export async function clearToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: /^Dismiss/u });
  for (let left = await dismiss.count(); left > 0; left = await dismiss.count())
    await dismiss
      .last()
      .click({ timeout: 5_000 })
      .catch(() => undefined);
  await page.evaluate(() => globalThis.appearedToasts?.splice(0));
}

const byTitle: ReadonlyMap<string, Promised> = new Map([
  ['Saved', 'server'],
  ['Saving page order', 'server'],
  ['Block Created Successfully', 'server'],
  ['Block Successfully Deleted', 'server'],
  ['Saved on this device', 'device'],
] as const);

/** Waits for the screen's message about the last change: ten seconds, and more on a slow machine. Each message is returned once. */
export async function answerOf(page: Page, timeout = 60_000): Promise<Said> {
  const toast = await page.waitForFunction(
    () => {
      const at = globalThis.appearedToasts?.findIndex(([title]) => title !== 'All changes sent' && title !== 'Changes sent') ?? -1;
      return at < 0 ? null : globalThis.appearedToasts?.splice(0, at + 1).at(-1);
    },
    undefined,
    { timeout, polling: 200 },
  );
  const [title = '', content = ''] = (await toast.jsonValue()) ?? [];
  return { promised: byTitle.get(title) ?? 'none', said: content ? `${title}: ${content}` : title };
}
