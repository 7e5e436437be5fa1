import type { FrameLocator, Locator, Page } from 'playwright/test';

/** A page of another application in a frame of the console. */
export interface FramedPage {
  readonly heading: Locator;
  /** Inside the frame. */
  readonly inside: FrameLocator;
  readonly frame: Locator;
  readonly reload: Locator;
  readonly open: (path: string) => Promise<void>;
}

export function framedPage(page: Page, websiteId: string, title: string): FramedPage {
  return {
    heading: page.getByRole('heading', { level: 1, name: title, exact: true }),
    frame: page.getByTitle(title, { exact: true }),
    inside: page.frameLocator(`iframe[title="${title}"]`),
    reload: page.getByRole('button', { name: 'Reload page' }),
    open: async (path) => void (await page.goto(`/website/${websiteId}/${path}`)),
  };
}
