import type { Fence } from '#db/fence.ts';
import type { ClockPort, LockListener, LockPort } from '#machines/sync/ports.ts';

/** A drainer shows a sign of life this often. ms. */
const beatMs = 1_000;
/** Without one for this long, its lock is stolen. ms. */
const staleMs = 5_000;

export interface DrainLockDeps {
  readonly fence: Fence;
  readonly clock: ClockPort;
  /** This tab, among all that share the device store. */
  readonly holder: string;
  /** Null where the browser has no Web Locks (an insecure address): a lease row with the same epoch takes their place. */
  readonly locks: LockManager | null;
  readonly isHidden: () => boolean;
}

/** One drainer per user among all tabs; every acquisition begins a new epoch, which fences off whoever drained before. */
export function createDrainLock(deps: DrainLockDeps): LockPort {
  return {
    request(userId, listener) {
      const stop = new AbortController();
      const turn = deps.locks ? waitForLock(deps, deps.locks, userId, listener, stop.signal) : waitForLease(deps, userId, listener, stop.signal);
      turn.catch((error: unknown) => {
        if (!stop.signal.aborted) listener.failed(error);
      });
      return () => stop.abort();
    },
  };
}

async function waitForLock(deps: DrainLockDeps, locks: LockManager, userId: string, listener: LockListener, stopped: AbortSignal): Promise<void> {
  const name = `frontage-drain-${userId}`;
  await giveWay(deps, locks, `${name}-visible`, stopped);
  if (stopped.aborted) return;
  const calledOff = new AbortController();
  let held = false;
  const turn = async () => {
    held = true;
    await drain(deps, userId, await deps.fence.take(userId, deps.holder), listener, stopped);
  };
  const waiting = locks.request(name, { signal: AbortSignal.any([stopped, calledOff.signal]) }, turn);
  const cancelWatch = watchHolder(deps, userId, () => {
    if (held || stopped.aborted) return;
    calledOff.abort();
    void settleSteal();
  });
  const settleSteal = () => locks.request(name, { steal: true }, turn).then(undefined, (error: unknown) => finish(error));
  const finish = (error: unknown) => {
    if (stopped.aborted) return;
    // A held lock rejects when another tab steals it.
    if (held) listener.lost();
    else listener.failed(error);
  };
  try {
    await waiting;
  } catch (error) {
    if (!calledOff.signal.aborted) finish(error);
  } finally {
    if (held || stopped.aborted) cancelWatch();
  }
}

/** A visible tab says that it wants to drain; a hidden one lets it go first, but not for ever: it may be frozen. */
async function giveWay(deps: DrainLockDeps, locks: LockManager, name: string, stopped: AbortSignal): Promise<void> {
  const quiet = () => undefined;
  if (!deps.isHidden()) {
    const asked = locks.request(name, { mode: 'shared', signal: stopped }, () => aborted(stopped));
    asked.then(undefined, quiet);
    return;
  }
  const enough = new AbortController();
  const cancel = deps.clock.schedule(() => enough.abort(), staleMs);
  await locks.request(name, { mode: 'exclusive', signal: AbortSignal.any([stopped, enough.signal]) }, quiet).then(undefined, quiet);
  cancel();
}

async function waitForLease(deps: DrainLockDeps, userId: string, listener: LockListener, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const epoch = await deps.fence.takeIfFree(userId, deps.holder, staleMs);
    if (epoch !== null) return drain(deps, userId, epoch, listener, stopped);
    await pause(deps.clock, beatMs, stopped);
  }
}

/** Holds on until stopped, with a sign of life every second; a passed epoch ends it at once. */
async function drain(deps: DrainLockDeps, userId: string, epoch: number, listener: LockListener, stopped: AbortSignal): Promise<void> {
  if (!stopped.aborted) listener.acquired(epoch);
  while (!stopped.aborted) {
    await pause(deps.clock, beatMs, stopped);
    if (!stopped.aborted && !(await deps.fence.beat(userId, epoch))) {
      if (!stopped.aborted) listener.lost();
      return;
    }
  }
  await deps.fence.release(userId, epoch);
}

/** Calls back once when the holder has shown no sign of life for too long, while this tab waits. */
function watchHolder({ fence, clock }: DrainLockDeps, userId: string, onStale: () => void): () => void {
  const since = clock.now();
  let over = false;
  let cancel = clock.schedule(check, beatMs);
  function check(): void {
    fence.lease(userId).then(
      (lease) => {
        if (over) return;
        const silence = clock.now() - Math.max(lease?.beatAt ?? since, since - staleMs);
        if (silence >= staleMs) onStale();
        else cancel = clock.schedule(check, beatMs);
      },
      () => {
        if (!over) cancel = clock.schedule(check, beatMs);
      },
    );
  }
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
