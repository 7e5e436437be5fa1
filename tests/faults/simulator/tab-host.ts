import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { FakeLocks } from './fake-locks.ts';
import type { FakeNetwork } from './fake-network.ts';
import type { MemoryDisk } from './memory-disk.ts';
import type { Random } from './random.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { Process, Scheduler } from './scheduler.ts';
import type { Violation } from './violation.ts';

export interface SimulatedSession {
  readonly userId: string;
  readonly token: string;
}

/** Who drains for a user, as far as its tab has said so. */
export interface Holder {
  readonly process: Process;
  readonly givenBefore: ReadonlySet<number>;
  readonly hasReleased: boolean;
}

/** Where a tab that drains may stand still, so that it goes on with what another one has done meanwhile. */
export type DrainStep = 'recover' | 'claim' | 'look' | 'send' | 'applyResult';

/** What a tab has of the browser that it is in. */
export interface TabHost {
  readonly scheduler: Scheduler;
  readonly network: FakeNetwork;
  readonly random: Random;
  readonly locks: FakeLocks;
  readonly disk: MemoryDisk;
  readonly device: SimulatedDevice;
  readonly processes: Set<Process>;
  readonly holders: Map<string, Holder>;
  /** By entry, how often in a row nobody knew what became of it; forgotten whenever a person sends something again. */
  readonly inVain: Map<string, number>;
  readonly hits: ReadonlyMap<string, number>;
  readonly session: SimulatedSession | null;
  /** The tab in which somebody has chosen to sign out, until the device is wiped. */
  readonly leaving: { readonly process: Process } | null;
  readonly hasTakenTurns: boolean;
  /** The user who leaves, as soon as nothing of theirs is sent any more. */
  readonly stopped: string | null;
  readonly onViolation: (kind: Violation, what: string) => void;
  readonly entryOf: (opId: string) => OutboxEntry | null;
  expireSession(): void;
  /** Awaited where a tab comes to one of the steps of its drain: it may stand still right before that. */
  readonly reach: (process: Process, step: DrainStep) => Promise<void>;
}
