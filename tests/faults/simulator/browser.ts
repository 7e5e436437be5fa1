import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { freshAnswerMs } from '#machines/delivery/delivery.machine.ts';
import { checkEntries } from './entry-checks.ts';
import { FakeLocks } from './fake-locks.ts';
import { FakeNetwork, type Fault } from './fake-network.ts';
import { FakeServer, type ServerOptions } from './fake-server.ts';
import { LogChecks } from './log-checks.ts';
import type { MemoryDisk } from './memory-disk.ts';
import { Random } from './random.ts';
import type { Place } from './places.ts';
import { placeOfEntry, readEntry } from './read-entry.ts';
import { RequestChecks } from './request-checks.ts';
import { freeze, type Process, Scheduler } from './scheduler.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import { openTab, type Tab } from './tab.ts';
import type { DrainStep, Holder, SimulatedSession, TabHost } from './tab-host.ts';
import type { Violation } from './violation.ts';

/** What happens to a device besides the faults of its network. */
export const troubles = ['crash', 'freeze', 'quota', 'full disk', 'broken device', 'jump'] as const;
type Trouble = (typeof troubles)[number];

/** How often to poll a real device before giving up. */
const mostRounds = 500;

/** A tab receives an event from another window after at most this many of its turns. */
const mostTurnsLate = 12;

/** The server's clock, which no step changes. ms since the epoch. */
const serverStart = 1_800_000_000_000;

/** In every seventh schedule a lease takes the place of the lock. */
const hasLocksFor = (seed: number): boolean => seed % 7 !== 4;

/** One simulated browser: its tabs, the network and the server. */
export class Browser implements TabHost {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly server: FakeServer;
  readonly network: FakeNetwork;
  readonly logChecks: LogChecks;
  readonly locks: FakeLocks;
  readonly hasLocks: boolean;
  readonly device: SimulatedDevice;
  readonly disk: MemoryDisk;
  readonly processes = new Set<Process>();
  readonly tabs: Tab[] = [];
  readonly holders = new Map<string, Holder>();
  readonly inVain = new Map<string, number>();
  readonly hits = new Map<Fault | Trouble, number>();
  readonly violations: { readonly kind: Violation; readonly what: string }[] = [];
  /** Whether people change plain records too. */
  hasContacts = false;
  /** What the origin has in Web Storage, which outlives the store. */
  readonly webStorage = new Map<string, string>();
  /** Whether the console notes outside its store what waits, and stashes what a page that goes can't leave to it. */
  usesWebStorage = false;
  /** Called when a tab has ended in the middle of something. */
  onCrash: () => void = () => undefined;
  /** How many records a page of a list has. In every fourth schedule a list takes several. */
  readonly perPage: number;
  /** Whether people work on the second website too. */
  hasSecondWebsite = false;
  session: SimulatedSession | null = null;
  /** Counts sign-ins that follow a sign-out; a renewed token is no new sign-in. */
  signInNumber = 0;
  /** The tab in which the user has chosen to sign out, until the store is wiped. */
  leaving: Tab | null = null;
  /** Somebody has signed out in this schedule and taken the drain lock from the tab that held or was acquiring it. */
  hasTakenTurns = false;
  /** The user who is signing out. They leave as soon as none of their requests is in flight. */
  stopped: string | null = null;
  crashes = 0;
  /** Reorder entries that are indeterminate or partly applied, by opId, with the number of server effects at that moment. */
  readonly indeterminateOrders = new Map<string, number>();
  /** Where the records are that this device has created, by their local ids. */
  readonly madeIn = new Map<string, Place>();
  /** Users who left while one of their decisions was being written. */
  readonly leftMidway = new Set<string>();
  private readonly networkProcess: Process = { name: 'network', state: 'running' };
  private readonly plannedCrashes = new Map<Process, number>();
  private tokens = 0;
  private standing: { readonly process: Process; readonly step: DrainStep } | null = null;
  /** Users whose data was removed, and whether their unsent entries were kept; until they sign in again. */
  private readonly forgotten = new Map<string, { readonly keptUnsent: boolean }>();
  private readonly owners = new Map<string, string>();
  /** Until when an entry may be sent that a tab had begun to send as its user signed out, by opId. ms since the simulation began. */
  private readonly begun = new Map<string, number>();
  /** When the last drain epoch of each user began. ms since the simulation began. */
  private readonly epochs = new Map<string, number>();

  constructor(seed: number, options: ServerOptions, device: SimulatedDevice) {
    this.device = device;
    this.hasLocks = hasLocksFor(seed);
    this.perPage = seed % 4 === 1 ? 2 : 25;
    this.disk = device.disk;
    const seeds = new Random(seed);
    this.random = seeds.fork();
    this.scheduler = new Scheduler(seeds.fork());
    this.server = new FakeServer(options, () => serverStart + this.scheduler.passed);
    const checks = new RequestChecks({
      entryOf: (opId) => this.entryOf(opId),
      passed: () => this.scheduler.passed,
      mayStillLeave: (opId) => this.scheduler.passed < (this.begun.get(opId) ?? 0),
      hasJumped: () => this.hits.has('jump'),
      aborts: () => this.disk.aborts,
      server: this.server,
      report: this.onViolation,
      epochOf: (userId) => ({ epoch: this.disk.tables.epochs.get(userId)?.epoch ?? 0, since: this.epochs.get(userId) ?? 0 }),
    });
    this.disk.tables.epochs.onWrite = ({ userId }) => void this.epochs.set(userId, this.scheduler.passed);
    this.logChecks = new LogChecks({ disk: this.disk, server: this.server, report: this.onViolation });
    checkEntries({
      disk: this.disk,
      isUnknown: checks.isUnknown,
      isEffective: (opId) => this.server.effective.has(opId),
      onClaim: checks.claimed,
      onWrite: (row, before) => {
        const opId = String(row['opId']);
        const isDoubted = mutationName(row) === 'block.reorder' && row['mayHaveBeenApplied'] === true;
        if (isDoubted && !this.indeterminateOrders.has(opId)) this.indeterminateOrders.set(opId, this.server.effects.length);
        const read = row['mutation'] === 'create' ? readEntry(row) : null;
        if (read?.kind === 'readable') this.madeIn.set(read.entry.target.id, placeOfEntry(read.entry));
        this.logChecks.note(row, before);
      },
      report: this.onViolation,
    });
    this.network = new FakeNetwork({
      scheduler: this.scheduler,
      random: seeds.fork(),
      server: this.server,
      networkProcess: this.networkProcess,
      checks,
      onFault: (fault) => this.hit(fault),
      ownerOf: (opId) => this.ownerOf(opId),
      isSending: (userId) => this.entriesOf(userId).some(({ status }) => status === 'sending'),
      onWrongToken: (what) => this.onViolation('wrong token', what),
    });
    this.locks = new FakeLocks(this.scheduler, seeds.fork());
    this.scheduler.rest = device.rest;
    this.scheduler.endsAt = (process) => this.diesNow(process);
    this.signIn('u1');
  }

  hit(fault: Fault | Trouble): void {
    this.hits.set(fault, (this.hits.get(fault) ?? 0) + 1);
  }

  readonly onViolation = (kind: Violation, what: string): void => {
    this.violations.push({ kind, what });
  };

  /** Returns a tab that is not dead; opens one where there is none. */
  async tab(at: number): Promise<Tab> {
    const alive = this.alive();
    return alive[at % Math.max(1, alive.length)] ?? this.open();
  }

  alive(): readonly Tab[] {
    return this.tabs.filter((tab) => tab.process.state !== 'dead');
  }

  async open(): Promise<Tab> {
    // Must work on a full or failing device too: a start that fails would hide the pending entries.
    const tab = await this.run(openTab(this));
    this.tabs.push(tab);
    // Another user may have signed in while the tab was opening.
    tab.followSession();
    return tab;
  }

  /** Takes turns until the started work has ended. */
  readonly run = async <Value>(work: Promise<Value>): Promise<Value> => {
    let ended: { readonly value: Value } | null = null;
    let failure: unknown;
    work.then(
      (value) => {
        ended = { value };
      },
      (error: unknown) => {
        failure = error;
      },
    );
    await this.runUntil(() => ended !== null || failure !== undefined);
    const { value } = ended ?? raise(failure ?? new Error('what was begun never ended'));
    return value;
  };

  /**
   * Takes turns until the simulation is idle. A real device can't report that: there it stops at `isOver`, or after a bounded number of
   * polls.
   */
  async runUntil(isOver: () => boolean): Promise<void> {
    const { scheduler, device } = this;
    await scheduler.runUntilIdle();
    for (let rounds = 0; device.rest && rounds < mostRounds && !isOver(); rounds += 1) {
      await device.rest();
      await scheduler.runUntilIdle();
    }
  }

  crash(tab: Tab): void {
    if (tab.process.state === 'dead') return;
    this.hit('crash');
    this.crashes += 1;
    this.plannedCrashes.delete(tab.process);
    if (this.leaving === tab) {
      this.leaving = null;
      // The tab may have died while it stole the lock: the next holder begins while the previous one has not been notified of the loss yet.
      for (const [userId, holder] of this.holders) this.holders.set(userId, { ...holder, hasReleased: true });
    }
    tab.crash();
    this.onCrash();
  }

  /** Kills the tab after this many more of its steps. */
  crashAfter(tab: Tab, turns: number): void {
    this.plannedCrashes.set(tab.process, turns);
  }

  signIn(userId: string): void {
    this.beginSession(userId);
    for (const tab of this.alive()) tab.followSession();
  }

  /** The server refuses the token from now on; the same user has to sign in again. */
  expireSession(): void {
    if (this.session) this.network.tokens.delete(this.session.token);
  }

  /**
   * Another user signs in, in another window; each tab receives the event in its own time. `revokes`: the previous user has signed out
   * there.
   */
  changeUser(userId: string, { revokes }: { readonly revokes: boolean }): void {
    if (revokes) this.expireSession();
    this.beginSession(userId);
    for (const tab of this.alive()) void this.deliverLate(tab);
  }

  private async deliverLate(tab: Tab): Promise<void> {
    for (let turns = 1 + this.random.int(mostTurnsLate); turns > 0; turns -= 1) await this.scheduler.turn(tab.process);
    tab.followSession();
  }

  /** The session that all tabs share has ended; each tab receives the event in its own time, and the tab that ended it receives it last. */
  endSession(by: Tab): void {
    this.session = null;
    for (const tab of this.alive()) if (tab !== by) void this.scheduler.turn(tab.process).then(() => tab.followSession());
  }

  /** Records that the data of a user was removed. */
  noteForgotten(userId: string, keptUnsent: boolean): void {
    this.forgotten.set(userId, { keptUnsent });
    // The tab that held the lock is fenced off.
    const holder = this.holders.get(userId);
    if (holder) this.holders.set(userId, { ...holder, hasReleased: true });
    this.checkRemains();
  }

  /** Reports data of a signed-out user that is still on the device, except for what the sign-out was to keep. */
  checkRemains(): void {
    const { resources, log, outbox, files, tabDrafts, idMap } = this.disk.tables;
    for (const [userId, { keptUnsent }] of this.forgotten) {
      const tables = keptUnsent ? { resources, log } : { resources, log, outbox, files, tabDrafts, idMap };
      for (const [name, table] of Object.entries(tables)) {
        const rows: readonly { readonly userId?: unknown; readonly outcome?: unknown }[] = table.rows();
        // Only log lines of decisions that were being written when the user left may remain.
        const isLate = (row: (typeof rows)[number]) => name === 'log' && row.outcome !== 'done' && this.leftMidway.has(userId);
        if (rows.some((row) => row.userId === userId && !isLate(row))) this.onViolation('left behind', `${name} of ${userId}`);
      }
    }
  }

  /** The user whom an entry belongs or belonged to. Call it while the entry is there. */
  private ownerOf(opId: string): string | null {
    this.noteOwners();
    return this.owners.get(opId) ?? null;
  }

  noteOwners(): void {
    for (const { opId, userId } of this.disk.tables.outbox.rows())
      if (typeof opId === 'string' && typeof userId === 'string') this.owners.set(opId, userId);
  }

  /** A user signs out, whose entries another tab has begun to send: for a moment it still does. */
  noteBegun(opIds: readonly string[]): void {
    for (const opId of opIds) this.begun.set(opId, this.scheduler.passed + freshAnswerMs);
  }

  /** The browser removes the store, and with it what it knew of who sends. */
  removeStore(remove: () => void): void {
    remove();
    this.holders.clear();
    this.epochs.clear();
    this.indeterminateOrders.clear();
    // With the data epochs of users who have left goes what refuses their late answers: the next sign-in removes those.
    this.forgotten.clear();
  }

  healDisk(): void {
    this.disk.takeFault('write');
    this.disk.takeFault('commit');
    this.disk.takeFault('broken');
  }

  /** Freezes the tab after this many turns of all tabs. */
  freezeAfter({ process }: Tab, turns: number): void {
    this.scheduler.afterTurns(turns, () => {
      if (process.state !== 'running') return;
      this.hit('freeze');
      freeze(process);
    });
  }

  /** Freezes the tab right before its drain reaches the given step; null cancels that. */
  freezeAt({ process }: Tab, step: DrainStep | null): void {
    this.standing = step && { process, step };
  }

  readonly reach = async (process: Process, step: DrainStep): Promise<void> => {
    if (this.standing?.process !== process || this.standing.step !== step) return;
    this.standing = null;
    this.hit('freeze');
    freeze(process);
    await this.scheduler.turn(process);
  };

  /** Cancels all planned crashes and disconnections. `exceptFrozen`: a frozen tab stays frozen. */
  healTabs({ exceptFrozen }: { readonly exceptFrozen: boolean }): void {
    this.plannedCrashes.clear();
    this.scheduler.forgetLater();
    for (const tab of this.alive()) {
      tab.unplugged = false;
      if (!exceptFrozen) tab.process.state = 'running';
    }
  }

  /** Returns a tab that runs; opens one where there is none. */
  async runningTab(): Promise<Tab> {
    return this.alive().find(({ process }) => process.state === 'running') ?? this.open();
  }

  readonly entryOf = (opId: string): OutboxEntry | null => {
    const [stored] = this.disk.tables.outbox.find(this.disk.tables.outbox.indexOf('opId'), (key) => key === opId);
    const read = stored ? readEntry(stored) : null;
    return read?.kind === 'readable' ? read.entry : null;
  };

  /** The stored outbox of a user. */
  entriesOf(userId: string): readonly OutboxEntry[] {
    const stored = this.disk.tables.outbox.rows().filter((row) => row['userId'] === userId);
    return stored.map(readEntry).flatMap((read) => (read.kind === 'readable' ? [read.entry] : []));
  }

  private beginSession(userId: string): void {
    this.checkRemains();
    this.forgotten.delete(userId);
    this.tokens += 1;
    if (this.session?.userId !== userId) this.signInNumber += 1;
    const token = `${userId}-token${this.tokens}`;
    this.network.tokens.set(token, userId);
    this.network.owners.set(token, userId);
    this.session = { userId, token };
  }

  private diesNow(process: Process): boolean {
    const left = this.plannedCrashes.get(process);
    if (left === undefined) return false;
    this.plannedCrashes.set(process, left - 1);
    if (left > 0) return false;
    const tab = this.tabs.find((one) => one.process === process);
    if (!tab) return false;
    this.crash(tab);
    return true;
  }
}

function raise(error: unknown): never {
  throw error;
}
