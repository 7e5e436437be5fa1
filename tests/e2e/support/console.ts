import { expect } from 'playwright/test';
import type { Json } from '#contract/json.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import type { Api } from '../../support/api.ts';
import { settingsPage } from '../models/settings-page.ts';
import { shell } from '../models/shell.ts';
import { syncCenter } from '../models/sync-center.ts';
import { offlineReady } from './offline.ts';
import type { Profile } from './fixtures.ts';

/** Takes the network away once all of the console is on the device, and waits until the console shows that it is offline. */
export async function goOffline(profile: Profile): Promise<void> {
  await offlineReady(profile.page);
  await loseConnection(profile);
}

/**
 * The same without a service worker, for tests that need no further code then: caching all of it takes seconds. What every screen loads behind the
 * first picture is there.
 */
export async function loseConnection({ page, context }: Profile): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/overlays[-.]/u.test(name)));
  await context.setOffline(true);
  await shell(page).expectStatus('Offline');
}

/** Types into the first field of a screen and saves, offline. */
export async function keepOffline({ page }: Profile, screen: SettingsScreen, websiteId: string, value: string): Promise<void> {
  const form = settingsPage(page, screen);
  await form.open(websiteId);
  const [field] = fieldsOf(screen);
  if (!field) throw new Error(`${screen.title} has no field`);
  await form.fill(field, value);
  await form.save.click();
  await form.expectPending();
}

/** Another user saves a setting. */
export async function saveElsewhere(api: Api, websiteId: string, category: string, key: string, value: Json): Promise<void> {
  const settings = [{ key, value: [value], category, type: null }];
  const answer = await api.call('POST', `/websites/${websiteId}/settings/update`, { data: { settings } });
  if (answer.status !== 200) throw new Error(`The save elsewhere was answered ${answer.status}.`);
}

/** Caches the open website on this device, so that all of it opens without a network. */
export async function makeAvailableOffline({ page }: Pick<Profile, 'page'>): Promise<void> {
  await offlineReady(page);
  const center = syncCenter(page);
  await center.open();
  await center.drawer.getByRole('button', { name: 'Make available offline' }).click();
  // The drawer hides everything under it, notifications included, from the accessibility tree; the log has the same text.
  await expect(center.log.getByText(/^Available offline/)).toBeVisible();
  await center.close();
}
