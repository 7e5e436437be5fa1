import { homepage } from '../../e2e/models/homepage.ts';
import { demo } from '../../support/accounts.ts';
import { signedInApi } from '../../support/api.ts';
import { websiteId } from '../../support/ready-conditions.ts';
import { visitedBefore } from '../loads.ts';
import { typeInto } from '../screens.ts';
import { startSide } from '../sides.ts';
import { newContext } from '../visit.ts';
import type { Growth, Sized } from './growth.ts';

const labelOf = (at: number) => `Banner ${at}`;
/** The block that is edited; each size has it. */
const edited = labelOf(25);

async function* loads({ bench, path }: Sized) {
  const { load } = await visitedBefore(bench, path, { selector: 'main ul[aria-label="Blocks"] > li button' });
  for (;;) yield { load: [await load()] };
}

async function* keys({ bench }: Sized) {
  const context = await newContext(bench, { signedIn: true, serviceWorker: true });
  const page = await context.newPage();
  await homepage(page).open(websiteId);
  await homepage(page).edit(edited);
  const title = page.getByRole('main').getByRole('textbox', { name: 'Title', exact: true }).first();
  for (;;) yield { key: await typeInto(page, title) };
}

/** Blocks of a homepage. */
export const blocks: Growth = {
  name: 'blocks',
  sizes: [30, 300],
  open: async (made, browser, size) => {
    const bench = await startSide(made, browser);
    const api = await signedInApi(bench.origin, demo);
    for (let at = (await api.blocks(websiteId)).length; at < size; at += 1) {
      const answer = await api.call('POST', `/websites/${websiteId}/blocks/create`, { key: 'banner', label: labelOf(at) });
      if (!answer.ok) throw new Error(`The API answered ${answer.status}: ${await answer.text()}`);
    }
    return { bench, size, path: `/website/${websiteId}/design/homepage` };
  },
  measures: [
    {
      figures: {
        load: { name: 'Homepage, reloaded', bound: { ratio: 3, because: 'the answer and the list have ten times as many blocks' } },
      },
      rounds: 9,
      take: loads,
    },
    // With 60 frames a second: the preview beside the editor is animated.
    { figures: { key: { name: 'Key to next frame in the block editor', withP95: true } }, rounds: 4, take: keys },
  ],
};
