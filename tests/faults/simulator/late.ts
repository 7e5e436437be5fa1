import { changeBlocks } from './block-changes.ts';
import type { Simulation, Take } from './simulation.ts';
import type { Random } from './random.ts';

/**
 * A new block is deleted in another tab while its create is in flight; the tab that sent the create dies, and the request arrives
 * afterwards.
 */
export async function late(people: Simulation, step: Take<'late'>, random: Random): Promise<void> {
  const { browser } = people;
  const { network, scheduler } = browser;
  const tab = await browser.tab(step.tab);
  const userId = browser.session?.userId;
  if (userId === undefined || tab.process.state !== 'running') return;
  if (browser.alive().length < 2) await browser.open();
  const { faultMix } = network;
  const before = people.promises.all.length;
  const change = { kind: 'block', dice: step.dice, twice: false, ownFaults: null } as const;
  network.faultMix = { share: 1, faults: ['slow request'] };
  await changeBlocks(people, { ...change, tab: browser.alive().indexOf(tab), change: 'create' }, random);
  network.faultMix = faultMix;
  const made = people.promises.all[before]?.field;
  const other = browser.alive().find((one) => one !== tab && one.process.state === 'running');
  const reading = other && (await people.peek(other, other.store.readBlocks(userId, people.websiteId)));
  const blockId = reading?.blocks.find(({ label }) => label === made)?.id;
  if (!other || blockId === undefined) return;
  await changeBlocks(people, { ...change, tab: browser.alive().indexOf(other), change: 'delete', blockId }, random);
  if (step.ends) browser.crash(tab);
  else browser.freezeAfter(tab, 0);
  await scheduler.advance(random.pick([50, 6_000, 25_000]));
}
