import type { Random } from './random.ts';
import type { FormAct, Step } from './step.ts';

function actsOf(random: Random): readonly FormAct[] {
  const act = (): FormAct =>
    random.weighted([
      [8, 'type' as const],
      [1, 'empty' as const],
      [1, 'refused' as const],
      [6, 'save' as const],
      [3, 'saveTwice' as const],
      [1, 'refusedAndSave' as const],
      [2, 'meet' as const],
      [1, 'undo' as const],
      [1, 'discard' as const],
      [1, 'mine' as const],
      [1, 'theirs' as const],
      [2, 'pause' as const],
      [1, 'close' as const],
      [2, 'die' as const],
    ]);
  return ['type', ...Array.from({ length: 1 + random.int(4) }, act)];
}

/** Mixes forms that are filled in into every fifth schedule, each with the chart of the console behind it. */
export function withFormSteps(steps: readonly Step[], random: Random): readonly Step[] {
  if (!random.chance(0.2)) return steps;
  let all = steps;
  for (let count = 1 + random.int(2); count > 0; count -= 1) {
    const one: Step = {
      kind: 'form',
      dice: random.int(1_000_000_000),
      tab: random.int(3),
      what: random.pick(['settings', 'settings', 'record', 'block'] as const),
      acts: actsOf(random),
      ...(steps.some(({ website }) => website === 'w2') && random.chance(0.4) ? { website: 'w2' as const } : {}),
    };
    all = all.toSpliced(random.int(all.length + 1), 0, one);
  }
  return all;
}
