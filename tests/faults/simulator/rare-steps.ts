import { noFaults, type Fault, refusing } from './fake-network.ts';
import type { Random } from './random.ts';
import type { Step } from './step.ts';

/** Faults that report that nothing was done, behind an earlier attempt that had its effect. */
const rationing: readonly Fault[] = ['429', '503 with Retry-After', 'expired token'];

/** Steps that people take and that random steps rarely reach, and how often to draw each. */
const rare: readonly (readonly [chance: number, draw: (random: Random) => Step])[] = [
  [0.2, (random) => ({ kind: 'overlap', dice: diceOf(random), tab: random.int(3), waits: random.chance(0.5) })],
  [
    0.15,
    // Where the API has no call for orders, the first request for it fails, and each block takes one more request.
    (random) => {
      const ownFaults = { share: 1, faults: [random.pick(rationing)], spares: 2 + random.int(3) };
      return { kind: 'block', dice: diceOf(random), tab: random.int(3), change: 'order', twice: false, ownFaults };
    },
  ],
  [0.06, (random) => ({ kind: 'windows', dice: diceOf(random), tab: random.int(3), how: 'reopened' })],
  [0.06, (random) => ({ kind: 'windows', dice: diceOf(random), tab: random.int(3), how: 'undrafted' })],
  [
    0.06,
    (random) => ({
      kind: 'wait',
      dice: diceOf(random),
      tab: random.int(3),
      what: 'upload',
      why: 'offline',
      again: 'no',
      meets: false,
      faultMix: refusing,
      how: random.pick(['edit', 'edit', 'retry', 'discard'] as const),
    }),
  ],
  [0.06, (random) => ({ kind: 'pause', dice: diceOf(random), tab: random.int(3), at: 'applyResult', after: 0, ms: 7_000 })],
  [0.1, (random) => ({ kind: 'late', dice: diceOf(random), tab: random.int(3), ends: random.chance(0.7) })],
  [0.06, (random) => ({ kind: 'windows', dice: diceOf(random), tab: random.int(3), how: 'drafted' })],
  [
    0.06,
    (random) => ({
      kind: 'fullDisk',
      dice: diceOf(random),
      tab: random.int(3),
      change: random.pick(['save', 'save', 'block', 'upload', 'record'] as const),
    }),
  ],
  [
    0.06,
    (random) => ({
      kind: 'wait',
      dice: diceOf(random),
      tab: random.int(3),
      what: 'settings',
      why: 'offline',
      again: 'yes',
      meets: false,
      faultMix: noFaults,
      how: null,
    }),
  ],
];

/** Mixes some of these steps in. They are drawn after all others, so that the others stay the same for a seed. */
export function withRareSteps(steps: readonly Step[], random: Random): readonly Step[] {
  let all = steps;
  for (const [chance, draw] of rare)
    if (random.chance(chance)) {
      const one = draw(random);
      all = all.toSpliced(random.int(all.length), 0, one);
    }
  return all;
}

function diceOf(random: Random): number {
  return random.int(1_000_000_000);
}
