import type { Random } from '../simulator/random.ts';

/** The fault of one request. */
export const faults = [
  'requestLost',
  'requestCut',
  'answerLost',
  'answerCut',
  'gatewayBefore',
  'gatewayAfter',
  'portal',
  'wrongShape',
  'throttled',
  'unavailable',
  'held',
] as const;
export type Fault = (typeof faults)[number];

type Weights = readonly (readonly [weight: number, fault: Fault | null])[];

interface Phase {
  readonly name: string;
  readonly writes: Weights;
  readonly reads: Weights;
}

const calm: Weights = [[1, null]];

const phases: readonly (readonly [weight: number, phase: Phase])[] = [
  [5, { name: 'calm', writes: calm, reads: calm }],
  [
    6,
    {
      name: 'flaky',
      writes: [[5, null], ...faults.map((fault) => [fault === 'answerLost' || fault === 'gatewayAfter' ? 2 : 1, fault] as const)],
      reads: [
        [12, null],
        ...(['requestLost', 'answerCut', 'gatewayBefore', 'portal', 'wrongShape', 'held'] as const).map((fault) => [1, fault] as const),
      ],
    },
  ],
  [
    3,
    {
      name: 'answers get lost',
      writes: [
        [1, null],
        [3, 'answerLost'],
        [1, 'answerCut'],
      ],
      reads: [
        [4, null],
        [1, 'answerLost'],
      ],
    },
  ],
  [
    3,
    {
      name: 'a gateway with trouble',
      writes: [
        [3, 'gatewayAfter'],
        [1, 'gatewayBefore'],
        [1, 'wrongShape'],
      ],
      reads: [
        [3, null],
        [1, 'gatewayBefore'],
      ],
    },
  ],
  [2, { name: 'no connection', writes: [[1, 'requestLost']], reads: [[1, 'requestLost']] }],
  [2, { name: 'a portal', writes: [[1, 'portal']], reads: [[1, 'portal']] }],
  [
    1,
    {
      name: 'too many requests',
      writes: [
        [1, 'throttled'],
        [1, 'unavailable'],
      ],
      reads: [
        [4, null],
        [1, 'throttled'],
      ],
    },
  ],
  [
    1,
    {
      name: 'slow',
      writes: [[1, 'held']],
      reads: [
        [1, 'held'],
        [3, null],
      ],
    },
  ],
];

/** ms. */
const [shortestPhase, longestPhase] = [4_000, 20_000];

/** Draws the fault of each request: phases of some seconds, one after the other. */
export class FaultSchedule {
  private readonly random: Random;
  private phase = calmPhase;
  private endsAt = 0;
  private healed = true;
  readonly hits = new Map<Fault, number>();

  constructor(random: Random) {
    this.random = random;
  }

  begin(): void {
    this.healed = false;
    this.endsAt = 0;
  }

  heal(): void {
    this.healed = true;
  }

  get phaseName(): string {
    return this.healed ? 'healed' : this.phase.name;
  }

  draw(isWrite: boolean): Fault | null {
    if (this.healed) return null;
    const now = performance.now();
    if (now >= this.endsAt) {
      this.phase = this.random.weighted(phases);
      this.endsAt = now + shortestPhase + this.random.next() * (longestPhase - shortestPhase);
    }
    const fault = this.random.weighted(isWrite ? this.phase.writes : this.phase.reads);
    if (fault !== null) this.hits.set(fault, (this.hits.get(fault) ?? 0) + 1);
    return fault;
  }

  /** How long an answer is held. ms; sometimes beyond the console's limit of 30 s. */
  holdMs(): number {
    return this.random.chance(0.04) ? 33_000 : 300 + this.random.next() * 7_000;
  }
}

const calmPhase: Phase = { name: 'calm', writes: calm, reads: calm };
