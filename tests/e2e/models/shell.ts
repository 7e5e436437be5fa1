import { expect, type Locator, type Page } from 'playwright/test';

/** What stands around every screen behind the sign-in. */
export function shell(page: Page) {
  const banner = page.getByRole('banner');
  const chip = (label: string | RegExp): Locator =>
    banner.getByRole('button', { name: typeof label === 'string' ? `Sync status: ${label}` : label, exact: true });
  const navigation = page.getByRole('navigation', { name: 'Website' });
  const userMenu = banner.getByRole('button', { name: /^User menu/ });
  return {
    banner,
    chip,
    userMenu,
    switcher: banner.getByRole('button', { name: /^Switch website/ }),
    navigation,
    /** On a design screen, and on a small one, the navigation is in a drawer; resolves when its links can be followed. */
    async unfoldNavigation(): Promise<void> {
      if (await navigation.isVisible()) return;
      await banner.getByRole('button', { name: 'Open navigation' }).click();
      await navigation.waitFor();
    },
    async expectStatus(label: string): Promise<void> {
      await expect(chip(label)).toBeVisible();
    },
    /** Records every text of the chip from now on, however short it stands; returns a function that reads the recorded texts. */
    async recordStatus(): Promise<() => Promise<readonly string[]>> {
      const recorded = await chip(/^Sync status:/).evaluateHandle((element) => {
        const said: string[] = [];
        const note = () => said.push(element.getAttribute('aria-label')?.replace('Sync status: ', '') ?? '');
        new MutationObserver(note).observe(element, { attributeFilter: ['aria-label'] });
        return said;
      });
      return () => recorded.jsonValue();
    },
    async logout(): Promise<void> {
      await userMenu.click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
    },
  };
}
