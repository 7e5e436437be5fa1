import { readyConditions, settingsPath } from '../../support/ready-conditions.ts';
import { visitedBefore } from '../loads.ts';
import { openSettings, toFeeds, toSocial } from '../screens.ts';
import { seedWebsites } from '../seed-lists.ts';
import { startSide } from '../sides.ts';
import type { Growth, Sized } from './growth.ts';

async function* reloads({ bench, path }: Sized) {
  const { load } = await visitedBefore(bench, path);
  for (;;) yield { reload: [await load()] };
}

async function* lists({ bench }: Sized) {
  const { load } = await visitedBefore(bench, '/websites', readyConditions.websites);
  for (;;) yield { list: [await load()] };
}

async function* openings({ bench }: Sized) {
  const { page } = await openSettings(bench);
  await toSocial(page);
  for (;;) {
    await toFeeds(page);
    yield { again: [await toSocial(page)] };
  }
}

/** Websites of the account. */
export const websites: Growth = {
  name: 'websites',
  sizes: [1, 10, 100, 1_000],
  open: async (made, browser, size) => ({
    bench: await startSide(made, browser, { seed: (dataDir) => seedWebsites(dataDir, size) }),
    size,
    path: settingsPath('marketing/social'),
  }),
  measures: [
    {
      figures: {
        list: {
          name: 'Websites list, reloaded',
          bound: { ratio: 1.5, because: 'a page of the list has up to 25 rows, so 1 is one row and 100 are 25' },
        },
      },
      rounds: 9,
      take: lists,
    },
    { figures: { reload: { name: 'Reload of a settings screen' } }, rounds: 9, take: reloads },
    { figures: { again: { name: 'Open a settings screen, again' } }, rounds: 20, take: openings },
  ],
};
