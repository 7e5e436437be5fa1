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

/** The tab that drains for a user, as far as that tab has reported it. */
export interface Holder {
  readonly process: Process;
  readonly givenBefore: ReadonlySet<number>;
  readonly hasReleased: boolean;
}

/** The steps of a drain before which a tab may freeze, so that it is resumed after another tab has worked. */
export type DrainStep = 'recover' | 'claim' | 'look' | 'send' | 'applyResult';

/** What a tab uses of the browser that it is in. */
export interface TabHost {
  readonly scheduler: Scheduler;
  readonly network: FakeNetwork;
  readonly random: Random;
  readonly locks: FakeLocks;
  /** False: an address that is not secure has no Web Locks. */
  readonly hasLocks: boolean;
  readonly disk: MemoryDisk;
  readonly device: SimulatedDevice;
  readonly webStorage: Map<string, string>;
  readonly usesWebStorage: boolean;
  readonly processes: Set<Process>;
  readonly holders: Map<string, Holder>;
  /** By entry, how many attempts in a row were indeterminate; reset whenever a person retries something. */
  readonly inVain: Map<string, number>;
  readonly hits: ReadonlyMap<string, number>;
  readonly session: SimulatedSession | null;
  /** The tab in which the user has chosen to sign out, until the store is wiped. */
  readonly leaving: { readonly process: Process } | null;
  readonly hasTakenTurns: boolean;
  /** The user who is signing out. They leave as soon as none of their requests is in flight. */
  readonly stopped: string | null;
  readonly onViolation: (kind: Violation, what: string) => void;
  readonly entryOf: (opId: string) => OutboxEntry | null;
  expireSession(): void;
  /** Awaited before each step of the tab's drain, since the tab may freeze there. */
  readonly reach: (process: Process, step: DrainStep) => Promise<void>;
}
