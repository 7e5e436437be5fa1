import type { Simulation, Take } from './simulation.ts';
import type { Random } from './random.ts';
import type { Tab } from './tab.ts';
import type { Typing } from './typing.ts';

/** Longer than a form may take until its draft names the chosen file. ms. */
const draftedMs = 3_000;

/** The same form is open in two tabs, or closed with its draft. */
export async function windows(simulation: Simulation, typing: Typing, step: Take<'windows'>, random: Random): Promise<void> {
  const { browser } = simulation;
  if (browser.session === null) return;
  if (browser.alive().length < 2) await browser.open();
  const [first, second] = browser.alive().filter(({ process }) => process.state === 'running');
  if (!first || !second) return;
  const type = (tab: Tab, what: Take<'type'>['what']) =>
    typing.take({ kind: 'type', dice: step.dice, tab: browser.alive().indexOf(tab), what, ms: 0 }, random);
  if (step.how === 'reopened') {
    for (const tab of [first, second]) if (tab.process.state === 'running') await type(tab, 'text');
    for (const tab of browser.alive()) browser.crash(tab);
    return type(await browser.open(), 'text');
  }
  const tabs = browser.alive().filter((one) => !one.unplugged);
  for (const tab of tabs) tab.unplugged = true;
  await browser.scheduler.runUntilIdle();
  const isDrafted = step.how === 'drafted';
  await type(first, isDrafted ? 'file' : 'undrafted file');
  await browser.scheduler.advance(draftedMs);
  const closing = isDrafted ? first : second;
  if (closing.process.state === 'running') await type(closing, 'close');
  await simulation.onAttend();
  for (const tab of tabs) tab.unplugged = false;
  await browser.scheduler.runUntilIdle();
}
