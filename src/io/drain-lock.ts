import { type Fence, leavingMark, patienceWith } from '#db/fence.ts';
import type { ClockPort, LockListener, LockPort } from '#machines/sync/ports.ts';

/** A drainer shows a sign of life this often, and who waits for its turn looks as often. ms. */
const beatMs = 500;
/**
 * Without one for this long, its lock is stolen: what was being sent is then read before it is sent again, so that half of the
 * 5 s after which another tab sends are left for that. A browser lets a hidden tab's timers run once a second. ms.
 */
const staleMs = 2_500;
/** A visible tab steals first. ms. */
const hiddenStaleMs = staleMs + 2 * beatMs;

export interface DrainLockDeps {
  readonly fence: Fence;
  readonly clock: ClockPort;
  /** This tab, among all that share the device store. */
  readonly holder: string;
  /** Null where the browser has no Web Locks (an insecure address): a lease row with the same epoch takes their place. */
  readonly locks: LockManager | null;
  readonly isHidden: () => boolean;
}

/** The right to drain, and how to take it away from whoever has it. */
export interface DrainLock extends LockPort {
  /**
   * Steals the lock, so that nobody drains the user's outbox until the answered function is called, or this tab dies: for a
   * sign-out. Resolves when whoever drained is fenced off. Rejects when the device fails.
   */
  seize(userId: string): Promise<() => void>;
}

const lockName = (userId: string): string => `frontage-drain-${userId}`;

/** One drainer per user among all tabs; every acquisition begins a new epoch, which fences off whoever drained before. */
export function createDrainLock(deps: DrainLockDeps): DrainLock {
  return {
    seize: (userId) => seize(deps, userId),
    request(userId, listener) {
      const stop = new AbortController();
      const once = listenOnce(listener, stop);
      const turn = deps.locks ? waitForLock(deps, deps.locks, userId, once, stop.signal) : waitForLease(deps, userId, once, stop.signal);
      turn.catch((error: unknown) => once.failed(error));
      return () => stop.abort();
    },
  };
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
    // The wipe at the end of a sign-out may end it early: nothing is left to give back then.
    const listener: LockListener = { acquired, lost: () => undefined, failed: reject };
    // A device that is full for a moment must not let the other tabs go on: a sign of life that is not written is no end.
    const fence: Fence = { ...deps.fence, beat: (of, epoch) => deps.fence.beat(of, epoch).catch(() => true) };
    const holder = `${leavingMark}${deps.holder}`;
    const drainOnce = () => drain({ ...deps, fence, holder }, userId, listener, stop.signal);
    // A tab whose turn was stolen while it began may begin its epoch behind this one: another is begun, and the lock stays.
    const hold = async () => {
      while (!stop.signal.aborted)
        await drainOnce().catch((error: unknown) => (isSeized ? pause(deps.clock, beatMs, stop.signal) : Promise.reject(error)));
    };
    // Whoever takes a lease begins its epoch in the same step, and leaves that of a sign-out alone: only another one comes behind.
    const turn = deps.locks ? deps.locks.request(lockName(userId), { steal: true }, hold) : drainOnce();
    // Nor does anybody else steal this lock: the right is then of the tab that signs out too, and is not taken back from it.
    turn.then(goOn, (error: unknown) => {
      goOn();
      reject(error);
    });
  });
}

/** Reports an end once and nothing after it, and stops what still runs for that turn. */
function listenOnce(listener: LockListener, stop: AbortController): LockListener {
  const end = (notify: () => void) => {
    if (stop.signal.aborted) return;
    stop.abort();
    notify();
  };
  return {
    acquired: (epoch) => !stop.signal.aborted && listener.acquired(epoch),
    lost: () => end(() => listener.lost()),
    failed: (error) => end(() => listener.failed(error)),
  };
}

async function waitForLock(
  deps: DrainLockDeps,
  locks: LockManager,
  userId: string,
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
    return drain(deps, userId, listener, stopped);
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

/** A visible tab says that it wants to drain; a hidden one lets it go first, but not for ever: it may be frozen. */
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
    if (epoch !== null) return keepAlive(deps, userId, epoch, listener, stopped);
    await pause(deps.clock, beatMs, stopped);
  }
}

async function drain(deps: DrainLockDeps, userId: string, listener: LockListener, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted) return;
  await keepAlive(deps, userId, await deps.fence.take(userId, deps.holder), listener, stopped);
}

/** Holds on until stopped, with signs of life; a passed epoch ends it at once. */
async function keepAlive(deps: DrainLockDeps, userId: string, epoch: number, listener: LockListener, stopped: AbortSignal): Promise<void> {
  listener.acquired(epoch);
  while (!stopped.aborted) {
    await pause(deps.clock, beatMs, stopped);
    if (!stopped.aborted && !(await deps.fence.beat(userId, epoch))) return listener.lost();
  }
  await deps.fence.release(userId, epoch);
}

/**
 * Calls back once when the holder's sign of life has not moved for too long while this tab waits. What counts is that
 * it moves, not what it says, and how often this tab has looked: a clock may be set back, the holder's or this one's.
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
  void look();
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
