import type { Random } from './random.ts';
import type { Simulation, Take } from './simulation.ts';
import { settingsFields } from './step.ts';

/** Somebody saves while the store does not answer: until it does nothing is called stored, and nothing of it is sent. */
export async function saveWhileStalled(simulation: Simulation, step: Take<'stall'>, random: Random): Promise<void> {
  const { browser } = simulation;
  const tab = await browser.tab(step.tab);
  const userId = browser.session?.userId;
  if (userId === undefined || tab.process.state !== 'running' || !simulation.isAtWork(userId)) return;
  const [category, keys] = random.pick(settingsFields);
  await simulation.look(tab);
  if (!simulation.views.get(tab)?.has(category)) await simulation.visit(tab);
  const first = simulation.promises.all.length;
  browser.disk.stall(true);
  simulation.beginSubmit(tab, [{ key: random.pick(keys), category, type: null, value: simulation.newValue('new') }]);
  await browser.scheduler.advance(step.ms);
  for (const { field, value, state, madeAt } of simulation.promises.all.slice(first)) {
    const text = JSON.stringify(value);
    if (state === 'promised') browser.onViolation('stall', `${field} ${text} is called stored, and the store has not answered`);
    if (JSON.stringify(browser.server.effects.slice(madeAt)).includes(text))
      browser.onViolation('stall', `${field} ${text} was sent before it is stored`);
  }
  browser.disk.stall(false);
  await browser.scheduler.runUntilIdle();
}
