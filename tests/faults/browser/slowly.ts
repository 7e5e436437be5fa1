import type { Locator, Page } from 'playwright';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { homepage } from '../../e2e/models/homepage.ts';
import { shell } from '../../e2e/models/shell.ts';
import { syncCenter } from '../../e2e/models/sync-center.ts';
import { makeAvailableOffline } from '../../e2e/support/console.ts';
import { settingsPage } from '../../e2e/models/settings-page.ts';

/** The models' own waits end after five seconds outside the test runner; here the machine may be busy and the network slow. */
async function slowly(step: Promise<void>, shown: Locator): Promise<void> {
  await step.catch(() => shown.waitFor());
}

/** Uses the link in the navigation where a screen of the website is open, and loads a page only where none is. */
async function follow(page: Page, path: string): Promise<boolean> {
  const link = shell(page).navigation.locator(`a[href="${path}"]`);
  const { banner, navigation, unfoldNavigation } = shell(page);
  // On a design screen it is in the drawer.
  if (await banner.getByRole('button', { name: 'Open navigation' }).isVisible()) await unfoldNavigation();
  if (!(await link.isVisible())) {
    if (await page.getByRole('dialog').filter({ has: navigation }).isVisible()) await page.keyboard.press('Escape');
    return false;
  }
  await link.click();
  const leave = page.getByRole('alertdialog').getByRole('button', { name: /^Leave (without saving|now)$/ });
  // Either the screen appears, or the question whether to leave: the other wait is aborted. The whole path, since a block's editor, which
  // asks too, is below the homepage's.
  const isThere = page.waitForURL(({ pathname }) => pathname === path).then(() => true);
  const isAsked = leave.waitFor().then(() => false);
  isThere.catch(() => undefined);
  isAsked.catch(() => undefined);
  if (!(await Promise.race([isThere, isAsked]))) await leave.click();
  return true;
}

export async function openHomepage(page: Page, websiteId: string): Promise<void> {
  const home = homepage(page);
  if (!(await follow(page, `/website/${websiteId}/design/homepage`))) return slowly(home.open(websiteId), home.rows.first());
  await home.rows.first().waitFor();
}

export async function openSettings(page: Page, screen: SettingsScreen, websiteId: string): Promise<void> {
  const form = settingsPage(page, screen);
  const [first] = fieldsOf(screen);
  const shown = first ? form.field(first) : form.heading;
  if (await follow(page, form.path(websiteId))) await shown.waitFor();
  else await slowly(form.open(websiteId), shown);
  // Otherwise values that were typed before a crash and never saved would be saved with the next ones.
  const restored = page.getByRole('main').getByText(/^Unsaved changes from .* restored/u);
  if (await restored.isVisible()) await page.getByRole('main').getByRole('button', { name: 'Discard', exact: true }).first().click();
}

export async function openEditor(page: Page, label: string): Promise<void> {
  const home = homepage(page);
  await slowly(home.edit(label), home.editor(label));
}

export async function addBanner(page: Page, label: string): Promise<void> {
  const home = homepage(page);
  await slowly(home.add('Banner', label), home.editor(label));
}

/** Caches all of the open website on the device. */
export async function bringToDevice(page: Page): Promise<void> {
  const center = syncCenter(page);
  await makeAvailableOffline({ page }).catch(async () => {
    await center.log.getByText(/^Available offline/u).waitFor();
    await center.close();
  });
}
