import type { SettingWrite } from '#contract/entities/setting.ts';
import { attend } from './attention.ts';
import { colleagueChanges } from './colleague.ts';
import type { Simulation, Take } from './simulation.ts';
import { noFaults, type Fault } from './fake-network.ts';
import type { Random } from './random.ts';
import { editedOf, settingsFields } from './step.ts';

/** Faults with the effect or without it: the device does not know which. */
const troubles: readonly Fault[] = ['500 before', '500 before', '500 after', 'answer lost', 'gateway page after'];

/**
 * Saves of overlapping fields of one category queue up behind one that meets faults, while a colleague changes the same fields. Then the
 * server works again, and the person decides about some of the conflicts.
 */
export async function overlap(simulation: Simulation, step: Take<'overlap'>, random: Random): Promise<void> {
  const { browser } = simulation;
  const { network, scheduler } = browser;
  const tab = await browser.tab(step.tab);
  if (browser.session === null || tab.process.state !== 'running') return;
  const { faultMix } = network;
  const [category, keys] = settingsFields[0] ?? random.pick(settingsFields);
  const save = async () => {
    // Each value follows the one before it, and must not be overwritten by it.
    simulation.promises.moment += 1;
    await simulation.look(tab);
    const write = (key: string): SettingWrite => ({ key, category, type: null, value: simulation.newValue('new') });
    simulation.beginSubmit(tab, editedOf(keys, random).map(write));
    await scheduler.runUntilIdle();
  };
  network.faultMix = { share: 1, faults: [random.pick(troubles)] };
  await save();
  await scheduler.advance(1_000);
  await save();
  if (step.waits) await scheduler.advance(60_000);
  await save();
  for (let count = random.int(3); count > 0; count -= 1)
    colleagueChanges(simulation, simulation.websiteId, { kind: 'colleague', dice: step.dice, change: 'setting', after: 0 }, random);
  network.faultMix = noFaults;
  await scheduler.advance(61_000);
  for (let count = random.int(3); count > 0; count -= 1) {
    await attend(
      simulation,
      { kind: 'attend', dice: step.dice, tab: step.tab, how: random.pick(['mine', 'mine', 'theirs'] as const) },
      random,
    );
    await scheduler.advance(1_000);
  }
  network.faultMix = faultMix;
}
