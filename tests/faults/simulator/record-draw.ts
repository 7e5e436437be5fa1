import { noFaults, type FaultMix, refusing, faultMixOf } from './fake-network.ts';
import type { Random } from './random.ts';
import { ownFaultsOf, type Step } from './step.ts';

type ChangeKind = Extract<Step, { readonly kind: 'record' }>['change'];

/** Mostly the mutation itself meets the fault, and not the reads before it. */
function ownFaultsOfChange(random: Random): FaultMix | null {
  const ownFaults = ownFaultsOf(random);
  return ownFaults && random.chance(0.8) ? { ...ownFaults, spares: 0 } : ownFaults;
}

function changeOf(random: Random): ChangeKind {
  return random.weighted([
    [4, 'create' as const],
    [1, 'createRefused' as const],
    [2, 'twins' as const],
    [7, 'edit' as const],
    [7, 'items' as const],
    [2, 'null' as const],
    [1, 'refused' as const],
    [6, 'act' as const],
    [3, 'delete' as const],
  ]);
}

const againOf = (random: Random): ChangeKind => random.pick(['edit', 'edit', 'edit', 'items', 'null', 'refused', 'act', 'delete'] as const);

export function draw(random: Random): Step {
  const dice = random.int(1_000_000_000);
  const tab = random.int(3);
  const one = random.weighted<() => Step>([
    [
      10,
      () => ({
        dice,
        kind: 'record',
        tab,
        change: changeOf(random),
        twice: random.chance(0.4),
        isStale: random.chance(0.35),
        reads: random.chance(0.5),
        visiting: random.chance(0.2),
        ownFaults: ownFaultsOfChange(random),
      }),
    ],
    [1, () => ({ dice, kind: 'recordVisit', tab })],
    [2, () => ({ dice, kind: 'recordOvertaken', tab, change: random.pick(['create', 'edit', 'edit', 'act'] as const) })],
    [
      3,
      () => ({
        dice,
        kind: 'recordColleague',
        change: random.pick(['edit', 'edit', 'edit', 'rank', 'delete', 'create'] as const),
        after: random.chance(0.5) ? random.int(40) : 0,
      }),
    ],
    [
      6,
      () => ({
        dice,
        kind: 'recordWait',
        tab,
        change: changeOf(random),
        why: random.pick(['offline', 'held', 'held', 'expired', 'tab dies'] as const),
        again: Array.from({ length: random.int(4) }, () => againOf(random)),
        looks: random.chance(0.3),
        meets: random.chance(0.6),
        faultMix: random.pick<() => FaultMix>([
          () => noFaults,
          () => ownFaultsOfChange(random) ?? noFaults,
          () => refusing,
          () => faultMixOf(random),
        ])(),
        next: random.chance(0.5) ? againOf(random) : null,
        how: random.chance(0.5) ? random.pick(['retry', 'edit', 'discard', 'mine', 'theirs'] as const) : null,
      }),
    ],
    [2, () => ({ dice, kind: 'attend', tab, how: random.pick(['retry', 'edit', 'discard', 'mine', 'theirs'] as const) })],
  ]);
  return one();
}

/** Whether a step changes plain records. */
export const isOfRecords = (step: Step): boolean =>
  step.kind.startsWith('record') || (step.kind === 'fullDisk' && step.change === 'record');

/** Mixes changes of plain records into every second schedule. */
export function withRecordSteps(steps: readonly Step[], random: Random): readonly Step[] {
  if (!random.chance(0.5)) return steps;
  let all = steps;
  for (let count = 1 + random.int(2); count > 0; count -= 1) {
    const one = draw(random);
    all = all.toSpliced(random.int(all.length + 1), 0, one);
  }
  return all;
}
