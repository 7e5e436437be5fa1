import type { Random } from './random.ts';
import type { Step } from './step.ts';

function listOf(random: Random): Step {
  const act = () => random.pick(['toggle', 'move', 'move', 'drag', 'delete', 'add', 'back'] as const);
  return { kind: 'homepage', dice: random.int(1_000_000_000), tab: random.int(3), acts: Array.from({ length: 2 + random.int(5) }, act) };
}

/**
 * Mixes work in the list of the homepage's blocks, a store that stalls or that the browser removes, and pages that end in the moment of a
 * save into every tenth schedule each.
 */
export function withStoreSteps(steps: readonly Step[], random: Random): readonly Step[] {
  let all = steps;
  const put = (one: Step) => {
    all = all.toSpliced(random.int(all.length + 1), 0, one);
  };
  const diceOf = () => random.int(1_000_000_000);
  if (random.chance(0.1)) put(listOf(random));
  if (random.chance(0.1)) put({ kind: 'stall', dice: diceOf(), tab: random.int(3), ms: random.pick([300, 4_000, 20_000]) });
  if (random.chance(0.1)) put({ kind: 'storeGone', dice: diceOf(), tab: random.int(3) });
  if (random.chance(0.1))
    for (let count = 1 + random.int(2); count > 0; count -= 1) {
      const what = random.pick(['settings', 'settings', 'block'] as const);
      const after = random.chance(0.4) ? 0 : random.int(24);
      put({ kind: 'goneAtOnce', dice: diceOf(), tab: random.int(3), what, after, isOvertaken: random.chance(0.4) });
    }
  if (random.chance(0.08)) put({ kind: 'storeGoneOpen', dice: diceOf(), tab: random.int(3) });
  return all;
}

/** Whether a step needs what the console keeps outside its store. */
export const usesWebStorage = (step: Step): boolean =>
  ['storeGone', 'storeGoneOpen', 'goneAtOnce'].includes(step.kind) || (step.kind === 'form' && step.acts.includes('die'));
