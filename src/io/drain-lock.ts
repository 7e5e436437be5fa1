import type { Drain } from '#db/drain.ts';
import { type Fence, leavingMark, patienceWith } from '#db/fence.ts';
import type { Turn } from '#db/save-turns.ts';
import type { ClockPort, LockListener, LockPort } from '#machines/sync/ports.ts';

/** How often a drainer writes a heartbeat, and how often a tab that waits for the lock reads it. ms. */
const beatMs = 500;
/**
 * Without a heartbeat for this long, a waiting tab steals the lock. That tab reads what was being sent before it sends it again, and
 * half of the 5 s after which another tab sends are left for that. A browser runs a hidden tab's timers once a second. ms.
 */
const staleMs = 2_500;
/**
 * A lock that is free comes sooner, and its holder need not be looked at. The look is a transaction, too: none may begin in the task in which
 * a save begins its own, and the lock is asked for there. ms.
 */
const firstLookMs = 50;
/** A tab that signs its user out, and has the lock no more, is gone after this long without a heartbeat: a hidden one writes one a second. ms. */
const signOutSilentMs = 3 * beatMs;
/** A visible tab steals first. ms. */
const hiddenStaleMs = staleMs + 2 * beatMs;

export interface DrainLockDeps {
  readonly fence: Fence;
  readonly take: Drain['take'];
  readonly clock: ClockPort;
  /** This tab, among all that share the client store. */
  readonly holder: string;
  /** Null where the browser has no Web Locks (an insecure address): a stored lease with the same epoch replaces them. */
  readonly locks: LockManager | null;
  readonly isHidden: () => boolean;
}

/** The lock of the drain, which can also be taken from the tab that has it. */
export interface DrainLock extends LockPort {
  /**
   * Steals the lock for a sign-out: no tab drains the user's outbox until the returned function is called, or this tab dies.
   * Resolves when the previous drainer is fenced. Rejects when the device fails.
   */
  seize(userId: string): Promise<() => void>;
}

const lockName = (userId: string): string => `frontage-drain-${userId}`;

/** One drainer per user among all tabs. Every acquisition begins a new epoch, which fences the previous drainer. */
export function createDrainLock(deps: DrainLockDeps): DrainLock {
  return {
    seize: (userId) => seize(deps, userId),
    request(userId, listener, limit) {
      const stop = new AbortController();
      const once = listenOnce(listener, stop);
      const begin = () => takeTurn(deps, userId, limit, stop.signal);
      const turn = deps.locks
        ? waitForLock(deps, deps.locks, userId, begin, once, stop.signal)
        : waitForLease(deps, userId, once, stop.signal);
      turn.catch((error: unknown) => once.failed(error));
      return () => stop.abort();
    },
  };
}

/** A turn of this drainer. Where a tab signs the user out, not before that shows no heartbeat any more; null where it is `stopped` first. */
async function takeTurn({ take, clock, holder }: DrainLockDeps, userId: string, limit: number, stopped: AbortSignal): Promise<Turn | null> {
  let silent: Turn['signOut'];
  while (!stopped.aborted) {
    const turn = await take(userId, { holder, limit, stopped, silent: silent ?? null });
    if (!turn.signOut) return turn;
    silent = turn.signOut;
    await pause(clock, signOutSilentMs, stopped);
  }
  return null;
}

function seize(deps: DrainLockDeps, userId: string): Promise<() => void> {
  const stop = new AbortController();
  const goOn = () => stop.abort();
  let isSeized = false;
  return new Promise((resolve, reject) => {
    const acquired = () => {
      isSeized = true;
      resolve(goOn);
    };
    // The wipe at the end of a sign-out may end it early: there is no lock to release then.
    const listener: LockListener = { acquired, lost: () => undefined, failed: reject };
    // A device that is full for a moment must not let the other tabs go on: a heartbeat that can't be written is ignored.
    const fence: Fence = { ...deps.fence, beat: (of, epoch) => deps.fence.beat(of, epoch).catch(() => true) };
    const holder = `${leavingMark}${deps.holder}`;
    // Never in the transaction of a save: that would claim what is to stay or to be discarded.
    const begin = async (): Promise<Turn> => ({ epoch: await fence.take(userId, holder), begun: null });
    const drainOnce = () => drain({ ...deps, fence, holder }, userId, begin, listener, stop.signal);
    // A tab whose lock was stolen during its start may begin its epoch after this one. This tab then begins another epoch.
    const keepDraining = async () => {
      while (!stop.signal.aborted)
        await drainOnce().catch((error: unknown) => (isSeized ? pause(deps.clock, beatMs, stop.signal) : Promise.reject(error)));
    };
    // A tab takes a lease and begins its epoch in one step, and never takes the lease of a sign-out. Only another sign-out does.
    const turn = deps.locks ? deps.locks.request(lockName(userId), { steal: true }, keepDraining) : drainOnce();
    // Only another sign-out steals this lock, and this tab does not steal it back.
    turn.then(goOn, (error: unknown) => {
      goOn();
      reject(error);
    });
  });
}

/** Reports one end and nothing after it, and stops what still runs for that request. */
function listenOnce(listener: LockListener, stop: AbortController): LockListener {
  const end = (notify: () => void) => {
    if (stop.signal.aborted) return;
    stop.abort();
    notify();
  };
  return {
    acquired: (...turn) => !stop.signal.aborted && listener.acquired(...turn),
    lost: () => end(() => listener.lost()),
    failed: (error) => end(() => listener.failed(error)),
  };
}

async function waitForLock(
  deps: DrainLockDeps,
  locks: LockManager,
  userId: string,
  begin: () => Promise<Turn | null>,
  listener: LockListener,
  stopped: AbortSignal,
): Promise<void> {
  const name = lockName(userId);
  const impatient = new AbortController();
  const cancelWatch = watchHolder(deps, userId, () => impatient.abort());
  const ended = AbortSignal.any([stopped, impatient.signal]);
  let granted = false;
  const turn = () => {
    granted = true;
    cancelWatch();
    return drain(deps, userId, begin, listener, stopped);
  };
  try {
    await giveWay(deps, locks, `${name}-visible`, stopped, ended);
    if (stopped.aborted) return;
    await locks.request(name, { signal: ended }, turn).catch((error: unknown) => {
      if (granted || !impatient.signal.aborted || stopped.aborted) throw error;
      return locks.request(name, { steal: true }, turn);
    });
  } catch (error) {
    // A lock that was held rejects when another tab steals it.
    if (granted && error instanceof DOMException && error.name === 'AbortError') listener.lost();
    else if (!stopped.aborted) throw error;
  } finally {
    cancelWatch();
  }
}

/** A visible tab announces that it wants to drain. A hidden tab lets it go first, for a limited time: it may be frozen. */
async function giveWay(deps: DrainLockDeps, locks: LockManager, name: string, stopped: AbortSignal, ended: AbortSignal): Promise<void> {
  const quiet = () => undefined;
  if (!deps.isHidden()) {
    const asked = locks.request(name, { mode: 'shared', signal: stopped }, () => aborted(stopped));
    asked.then(undefined, quiet);
    return;
  }
  const enough = new AbortController();
  const cancel = deps.clock.schedule(() => enough.abort(), staleMs);
  await locks.request(name, { mode: 'exclusive', signal: AbortSignal.any([ended, enough.signal]) }, quiet).then(undefined, quiet);
  cancel();
}

async function waitForLease(deps: DrainLockDeps, userId: string, listener: LockListener, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const epoch = await deps.fence.takeIfFree(userId, deps.holder, staleMs);
    if (epoch !== null) return keepAlive(deps, userId, { epoch, begun: null }, listener, stopped);
    await pause(deps.clock, beatMs, stopped);
  }
}

async function drain(
  deps: DrainLockDeps,
  userId: string,
  begin: () => Promise<Turn | null>,
  listener: LockListener,
  stopped: AbortSignal,
): Promise<void> {
  if (stopped.aborted) return;
  const turn = await begin();
  if (turn) await keepAlive(deps, userId, turn, listener, stopped);
}

/** Writes heartbeats until it is stopped. A newer epoch ends it at once. */
async function keepAlive(
  deps: DrainLockDeps,
  userId: string,
  { epoch, begun }: Turn,
  listener: LockListener,
  stopped: AbortSignal,
): Promise<void> {
  listener.acquired(epoch, begun);
  while (!stopped.aborted) {
    await pause(deps.clock, beatMs, stopped);
    if (!stopped.aborted && !(await deps.fence.beat(userId, epoch))) return listener.lost();
  }
  await deps.fence.release(userId, epoch);
}

/**
 * Calls back once when the holder's heartbeat has not changed for too long. It counts reads without a change, and compares no
 * times: the clock of the holder or of this tab may be set back.
 */
function watchHolder({ fence, clock, isHidden }: DrainLockDeps, userId: string, onStale: () => void): () => void {
  let over = false;
  let cancel: () => void = () => undefined;
  let last: number | null = null;
  let looks = 0;
  const look = async () => {
    const lease = await fence.lease(userId).catch(() => null);
    const beatAt = lease?.beatAt ?? null;
    if (over) return;
    looks = beatAt === last ? looks + 1 : 0;
    last = beatAt;
    if (looks * beatMs >= (isHidden() ? hiddenStaleMs : staleMs) * patienceWith(lease)) onStale();
    else cancel = clock.schedule(look, beatMs);
  };
  cancel = clock.schedule(look, firstLookMs);
  return () => {
    over = true;
    cancel();
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function pause(clock: ClockPort, ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(done, ms);
    function done(): void {
      cancel();
      stopped.removeEventListener('abort', done);
      resolve();
    }
    stopped.addEventListener('abort', done, { once: true });
  });
}
