import type { Page } from 'playwright';
import { framedScreens } from '#contract/frames/screens.ts';
import { websiteId } from '../ready-conditions.ts';
import type { ScreenEntry } from './entry.ts';
import { failProbing, holdProbing } from './provoke.ts';

/** A page of another application, which axe leaves out; without a connection there is none. A slow one is the same for all. */
export const framedEntries: readonly ScreenEntry[] = framedScreens.flatMap(({ path, app }, index): readonly ScreenEntry[] => {
  const entry = { name: `framed-${path.replaceAll('/', '-')}`, path: `/website/${websiteId}/${path}`, signedIn: true };
  const failed: ScreenEntry['error'] = { before: (page) => failProbing(page, app), act: (page) => page.getByRole('alert').waitFor() };
  const slow: ScreenEntry['error'] = { before: (page) => holdProbing(page, app), act: isSlow };
  return [
    { ...entry, offline: true, error: failed },
    ...(index === 0 ? [{ ...entry, name: `${entry.name}-slow`, offline: false, dialogOnly: true, error: slow }] : []),
  ];
});

function isSlow(page: Page): Promise<void> {
  return page.getByText('This takes longer than usual.').waitFor();
}
