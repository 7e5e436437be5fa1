import { expect, type Locator, type Page } from 'playwright/test';
import { shell } from './shell.ts';

/** The state flows: on their page, or in the drawer beside a screen. */
export function stateFlows(page: Page, place: 'page' | 'drawer') {
  const drawer = page.getByRole('complementary', { name: 'State flows' });
  const part: Locator = place === 'page' ? page.getByRole('main') : drawer;
  const table = part.getByRole('table', { name: 'States and events' });
  const playback = part.getByRole('group', { name: 'Playback' });
  return {
    drawer,
    part,
    table,
    playback,
    picture: part.getByRole('region', { name: /^Chart of / }),
    events: part.getByRole('list', { name: 'Events, the latest first' }),
    /** What may happen next: `May happen now`, `Not now`, … */
    next: (title: string) => part.getByRole('list', { name: title, exact: true }).getByRole('listitem'),
    machine: (title: string) => part.getByRole(place === 'page' ? 'link' : 'button', { name: title, exact: true }),
    row: (state: string) => table.getByRole('row').filter({ has: page.getByRole('button', { name: `State ${state}`, exact: true }) }),
    async openBeside(): Promise<void> {
      await shell(page).userMenu.click();
      await page.getByRole('menuitem', { name: 'State flows beside this screen' }).click();
      await expect(drawer).toBeVisible();
    },
    /** The active states, as the table names them. */
    active: (): Promise<readonly string[]> =>
      table
        .locator('tr[aria-current=true]')
        .evaluateAll((rows) => rows.map((row) => row.querySelector('button')?.getAttribute('aria-label')?.replace('State ', '') ?? '')),
    async expectActive(state: string): Promise<void> {
      await expect(this.row(state).getByText('active', { exact: true })).toBeVisible();
    },
    async openRecording(file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }): Promise<void> {
      await part.getByLabel('Recording', { exact: true }).and(page.locator('input[type=file]')).setInputFiles(file);
    },
    step: (number: number, of: number) => playback.getByText(`Step ${number} of ${of}:`, { exact: false }).last(),
  };
}
