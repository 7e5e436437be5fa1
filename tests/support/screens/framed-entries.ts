import type { Page } from 'playwright';
import { framedScreens } from '#contract/frames/screens.ts';
import { websiteId } from '../ready-conditions.ts';
import type { ScreenEntry } from './entry.ts';
import { failProbing, holdProbing } from './provoke.ts';

/** A page of another application, which is left out; without a connection there is none. The states of one are those of all. */
export const framedEntries: readonly ScreenEntry[] = [
  ...framedScreens.map(({ path }, index): ScreenEntry => {
    const entry = { name: `framed-${path.replaceAll('/', '-')}`, path: `/website/${websiteId}/${path}`, signedIn: true };
    if (index > 0) return { ...entry, offline: false };
    return { ...entry, offline: true, error: { before: failProbing, act: (page) => page.getByRole('alert').waitFor() } };
  }),
  {
    name: 'framed-slow',
    path: `/website/${websiteId}/${framedScreens[0]?.path ?? ''}`,
    signedIn: true,
    offline: false,
    dialogOnly: true,
    error: { before: holdProbing, act: isSlow },
  },
];

function isSlow(page: Page): Promise<void> {
  return page.getByText('This takes longer than usual.').waitFor();
}
