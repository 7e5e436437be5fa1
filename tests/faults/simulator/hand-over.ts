import { changeBlocks } from './block-changes.ts';
import { leave } from './leave.ts';
import type { Random } from './random.ts';
import type { Simulation, Take } from './simulation.ts';

/** Another user takes over the device while a tab is sending. */
export async function handOver(people: Simulation, step: Take<'handOver'>, random: Random): Promise<void> {
  const { browser } = people;
  const { scheduler } = browser;
  const { dice, change, how, after } = step;
  const tab = await browser.tab(step.tab);
  const next = browser.session?.userId === 'u1' ? 'u2' : 'u1';
  if (step.stands) {
    if (browser.alive().length < 2) await browser.open();
    browser.freezeAfter(tab, after);
  }
  const takeOver = () => {
    if (how === 'elsewhere' && browser.leaving === null) {
      const userId = browser.session?.userId;
      if (userId !== undefined) people.onLeft(userId, { keptUnsent: true, isCertain: true });
      browser.changeUser(next, { revokes: random.chance(0.5) });
    } else if (how !== 'elsewhere') void leave(people, how === 'keep', 0, next);
  };
  // Often while a request is in flight.
  if (how === 'elsewhere' && random.chance(0.5)) browser.network.whileOnItsWay = takeOver;
  else scheduler.afterTurns(after + (step.stands ? random.int(20) : 0), takeOver);
  const at = browser.alive().indexOf(tab);
  if (change === 'order')
    await changeBlocks(people, { kind: 'block', dice, tab: at, change: 'order', twice: false, ownFaults: null }, random);
  else if (change === 'upload') await people.take({ kind: 'upload', dice, tab: at, refused: false, names: true, ownFaults: null });
  else
    await people.take({
      kind: 'save',
      dice,
      tab: at,
      value: 'new',
      stale: false,
      both: true,
      together: random.chance(0.5),
      visiting: false,
      ownFaults: null,
    });
  browser.network.whileOnItsWay = null;
  if (!step.stands) return;
  await scheduler.advance(random.pick([0, 2_000, 7_000]));
  await people.take({ kind: 'thaw', dice });
  await scheduler.runUntilIdle();
}
