import type { SettingWrite } from '#contract/entities/setting.ts';
import { blockKey } from './fake-server.ts';
import type { Simulation, Take } from './simulation.ts';
import type { Random } from './random.ts';
import { settingsFields } from './step.ts';
import type { Tab } from './tab.ts';

/** Somebody saves, and the page ends in the same moment: the next one finds the save, and whoever made it finds it somewhere. */
export async function goneAtOnce(simulation: Simulation, step: Take<'goneAtOnce'>, random: Random): Promise<void> {
  const { browser } = simulation;
  const tab = await browser.tab(step.tab);
  const userId = browser.session?.userId;
  if (userId === undefined || tab.process.state !== 'running' || !simulation.isAtWork(userId)) return;
  const [category, keys] = random.pick(settingsFields);
  const isShown = async (one: Tab) => {
    if (!simulation.hasView(one) || !simulation.views.get(one)?.has(category)) await simulation.visit(one);
    return simulation.views.get(one)?.has(category) === true && one.process.state === 'running' && simulation.isAtWork(userId);
  };
  if (!(await isShown(tab))) return;
  const key = random.pick(keys);
  const write = (): SettingWrite => ({ key, category, type: null, value: simulation.newValue('new') });
  const first = simulation.promises.all.length;
  if (step.what === 'block') createBlock(simulation, tab, userId);
  else simulation.beginSubmit(tab, [write()]);
  const saved = simulation.promises.all.slice(first);
  if (step.after === 0) browser.crash(tab);
  else browser.crashAfter(tab, step.after);
  await browser.scheduler.runUntilIdle();
  browser.crash(tab);
  const other = browser.alive().find(({ process }) => process.state === 'running');
  if (step.isOvertaken && step.what === 'settings' && other && (await isShown(other))) {
    await browser.scheduler.advance(1);
    simulation.promises.moment += 1;
    simulation.beginSubmit(other, [write()]);
    await browser.scheduler.runUntilIdle();
  }
  await browser.open();
  await browser.scheduler.runUntilIdle();
  if (hadTrouble(browser.hits) || !simulation.isAtWork(userId)) return;
  const { outbox, tabDrafts, log } = browser.disk.tables;
  for (const change of saved) {
    const text = JSON.stringify(change.kind === 'create' ? change.field : change.value);
    const isIn = (rows: readonly object[]) => JSON.stringify(rows).includes(text);
    const isKept = isIn(outbox.rows()) || isIn(browser.server.effects);
    // A later save of the same field has taken its place.
    const isReplaced = simulation.promises.all.some(
      (one) => one.order > change.order && one.record === change.record && one.field === change.field,
    );
    if (isKept && !isReplaced && change.state === 'asking') change.state = 'promised';
    // A dialog reads first: what it is about to make is nowhere called saved by then.
    if (change.kind === 'field' && !isKept && !isReplaced && !isIn(tabDrafts.rows()) && !isIn(log.rows()))
      browser.onViolation('stash', `${change.field} ${text} was saved as its page ended, and is gone`);
  }
}

function createBlock(simulation: Simulation, tab: Tab, userId: string): void {
  const { websiteId, mark } = simulation;
  simulation.count += 1;
  const label = `L${simulation.count}${mark}`;
  const change = simulation.promises.add({ userId, kind: 'create', record: `blocks/${websiteId}`, field: label, value: null });
  const created = { kind: 'create', key: blockKey, label, enabled: null, copyOf: null, below: null } as const;
  simulation.conclude(tab, [change], tab.submitBlock({ websiteId, change: created }, new AbortController().signal));
}

/** After these the store may have refused what it was to adopt, which stays for a later start. */
const hadTrouble = (hits: ReadonlyMap<string, number>): boolean => ['quota', 'broken device', 'full disk'].some((name) => hits.has(name));
