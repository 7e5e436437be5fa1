import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { createDrainLock, type DrainLock, type DrainLockDeps } from '#src/io/drain-lock.ts';
import { TestClock, until } from './support/time.ts';

let store: ClientStore;
let clock: TestClock;
let user: string;
let stops: (() => void)[];

beforeEach(async () => {
  clock = new TestClock();
  user = crypto.randomUUID();
  stops = [];
  store = await openClientStore({ name: `lock-${user}`, appVersion: 'test', now: clock.now });
});
afterEach(() => {
  for (const stop of stops) stop();
  store.close();
});

interface Seen {
  epoch: number | null;
  lost: boolean;
  failed: unknown;
  stop: () => void;
}

function lockOf(holder: string, locks: LockManager | null, deps: Partial<DrainLockDeps> = {}): DrainLock {
  return createDrainLock({ fence: store.fence, take: store.drain.take, clock, holder, locks, isHidden: () => false, ...deps });
}

function ask(holder: string, { locks = navigator.locks as LockManager | null, hidden = false } = {}): Seen {
  const lock = lockOf(holder, locks, { isHidden: () => hidden });
  const seen: Seen = { epoch: null, lost: false, failed: null, stop: () => undefined };
  seen.stop = lock.request(
    user,
    {
      acquired: (epoch) => (seen.epoch = epoch),
      lost: () => (seen.lost = true),
      failed: (error) => (seen.failed = error),
    },
    5,
  );
  stops.push(seen.stop);
  return seen;
}

/** The browser's locks, with the options of each request reported. */
function watchedLocks(onRequest: (options: LockOptions) => void): LockManager {
  const request = (name: string, options: LockOptions, callback: LockGrantedCallback<unknown>) => {
    onRequest(options);
    return navigator.locks.request(name, options, callback);
  };
  return { request: request as LockManager['request'], query: () => navigator.locks.query() };
}

/** Advances time in steps of half a second, and lets the device work after each. */
async function looks(count: number): Promise<void> {
  for (let look = 0; look < count; look += 1) {
    clock.advance(500);
    await store.fence.lease(user);
    await store.fence.lease(user);
  }
}

/** Advances time until the holder of the lease has shown another heartbeat. */
async function aliveFor(ms: number): Promise<void> {
  const before = (await store.fence.lease(user))?.beatAt;
  clock.advance(ms);
  await until('a sign of life', async () => (await store.fence.lease(user))?.beatAt !== before);
}

const mine = (userId: string) => ({
  ...{ userId, accountId: null, websiteId: 'w1', resource: 'settings' as const, mutation: 'update' as const, base: {} },
  body: { category: 'social' as const, settings: [{ key: 'fb_link', value: ['mine'], category: 'social' as const, type: null }] },
});

describe.each([
  ['Web Locks', () => navigator.locks],
  ['a lease row', () => null],
])('the right to drain, by %s', (_, locks) => {
  it('is had by one at a time, and passed on when given up', async () => {
    const one = ask('one', { locks: locks() });
    await until('the first has it', () => one.epoch !== null);
    const two = ask('two', { locks: locks() });
    await looks(4);
    expect(two.epoch).toBeNull();
    one.stop();
    await until('the second has it', async () => {
      clock.advance(100);
      await store.fence.lease(user);
      return two.epoch !== null;
    });
    expect(two.epoch).toBeGreaterThan(one.epoch ?? Number.POSITIVE_INFINITY);
    expect([one.lost, one.failed, two.lost, two.failed]).toEqual([false, null, false, null]);
  });

  it('is taken away at a sign-out, which claims nothing of a save that is being written', async () => {
    await store.loadOutbox();
    const appending = store.outbox.append(mine(user));
    stops.push(await lockOf('leaving', locks()).seize(user));
    expect((await appending).kind).toBe('enqueued');
    expect(await store.outbox.list(user)).toMatchObject([{ entry: { status: 'pending', attempts: 0 } }]);
  });

  it('is not taken back by a tab that learns of the sign-out late, nor with a save of it', async () => {
    await store.loadOutbox();
    // As a frozen tab whose lock was stolen before the browser has called it back, which it does when the tab is resumed.
    const granted = { request: (_: string, ...rest: unknown[]) => (rest.at(-1) as LockGrantedCallback<unknown>)(null) };
    let goOn = await lockOf('leaving', locks()).seize(user);
    stops.push(() => goOn());
    const appending = store.outbox.append(mine(user));
    const late = locks() ? ask('late', { locks: granted as unknown as LockManager }) : ask('late', { locks: null });
    await appending;
    for (let second = 0; second < 12; second += 1) await aliveFor(1_000);
    expect([late.epoch, (await store.fence.lease(user))?.holder]).toEqual([null, 'leaving leaving']);
    goOn();
    goOn = () => undefined;
    await until('it has its turn', async () => {
      await looks(1);
      return late.epoch !== null;
    });
  });

  it('comes to another tab soon after the tab that signed out has ended, or its user has left', async () => {
    await store.fence.take(user, 'leaving dead');
    const since = clock.now();
    const next = ask('next', { locks: locks() });
    await until('it has its turn', async () => {
      await looks(1);
      return next.epoch !== null;
    });
    // A lease alone does not tell a tab that has ended from one that hangs.
    expect(clock.now() - since).toBeLessThanOrEqual(locks() ? 3_000 : 31_000);
    next.stop();
    const goOn = await lockOf('leaving', locks()).seize(user);
    await store.forget(user, { keepUnsent: true });
    goOn();
    const again = ask('again', { locks: locks() });
    await until('the same user has signed in again', () => again.epoch !== null);
  });

  it('is taken away at a sign-out, at once and for as long as that takes', async () => {
    const one = ask('one', { locks: locks() });
    await until('the first has it', () => one.epoch !== null);
    const goOn = await lockOf('leaving', locks()).seize(user);
    expect(await store.fence.beat(user, one.epoch ?? -1)).toBe(false);
    await until('the first knows', async () => {
      clock.advance(1_000);
      await store.fence.lease(user);
      return one.lost;
    });
    const two = ask('two', { locks: locks() });
    for (let second = 0; second < 12; second += 1) await aliveFor(1_000);
    expect(two.epoch).toBeNull();
    goOn();
    await until('the second has it', async () => {
      clock.advance(100);
      await store.fence.lease(user);
      return two.epoch !== null;
    });
  });

  it('stays with the tab that signs out last, and is not taken back by the one before', async () => {
    const seize = (holder: string) => lockOf(holder, locks()).seize(user);
    stops.push(await seize('first'));
    stops.push(await seize('last'));
    const holders = new Set<string | undefined>();
    for (let look = 0; look < 8; look += 1) {
      await looks(1);
      holders.add((await store.fence.lease(user))?.holder);
    }
    expect([...holders]).toEqual(['leaving last']);
  });

  it('stays taken away where the device fails for a moment', async () => {
    let failures = 0;
    let silent = 0;
    const full = () => Promise.reject(new Error('full'));
    const fence: typeof store.fence = {
      ...store.fence,
      take: (...of) => (failures-- > 0 ? full() : store.fence.take(...of)),
      beat: (...of) => (silent-- > 0 ? full() : store.fence.beat(...of)),
    };
    const goOn = await lockOf('leaving', locks(), { fence }).seize(user);
    stops.push(goOn);
    const two = ask('two', { locks: locks() });
    // Longer than another tab waits for the next heartbeat of one that sends.
    silent = 8;
    await until('signs of life again', async () => {
      await looks(1);
      return silent < 0;
    });
    expect([two.epoch, (await store.fence.lease(user))?.holder]).toEqual([null, 'leaving leaving']);
    // As where a tab's lock was stolen while its turn began.
    failures = 2;
    if (locks()) await store.fence.take(user, 'late');
    await until('it is taken again', async () => {
      await looks(1);
      return failures < 0 || !locks();
    });
    await looks(8);
    expect([two.epoch, (await store.fence.lease(user))?.holder]).toEqual([null, 'leaving leaving']);
  });

  it('stays with a holder that shows signs of life', async () => {
    const one = ask('one', { locks: locks() });
    await until('the first has it', () => one.epoch !== null);
    const two = ask('two', { locks: locks() });
    for (let second = 0; second < 12; second += 1) await aliveFor(1_000);
    expect([two.epoch, one.lost]).toEqual([null, false]);
  });

  it('is lost by a holder whose epoch has passed', async () => {
    const one = ask('one', { locks: locks() });
    await until('the first has it', () => one.epoch !== null);
    await store.fence.take(user, 'thief');
    clock.advance(1_000);
    await until('it knows', () => one.lost);
    expect(one.failed).toBeNull();
  });

  it('can be stopped before it ends, and then reports nothing', async () => {
    const one = ask('one', { locks: locks() });
    await until('the first has it', () => one.epoch !== null);
    const two = ask('two', { locks: locks() });
    two.stop();
    one.stop();
    const three = ask('three', { locks: locks() });
    await until('the third has it', async () => {
      clock.advance(100);
      await store.fence.lease(user);
      return three.epoch !== null;
    });
    expect([two.epoch, two.lost, two.failed]).toEqual([null, false, null]);
  });
});

describe('a frozen holder', () => {
  it.each([
    ['a visible tab', false, 2_500],
    ['a hidden tab, while a visible one waits', true, 3_500],
  ])('is robbed by %s, soon after its last sign of life', async (_, hidden, afterMs) => {
    const { promise: forever, resolve: thaw } = Promise.withResolvers<void>();
    const frozen = navigator.locks.request(`frontage-drain-${user}`, () => forever).catch((error: unknown) => error);
    const frozenVisible = navigator.locks.request(`frontage-drain-${user}-visible`, { mode: 'shared' }, () => forever);
    await store.fence.take(user, 'frozen');
    const since = clock.now();
    // When it asks, and not when it has the lock: the browser takes time of its own to grant it, in which this clock would run on.
    let askedMs: number | null = null;
    const locks = watchedLocks(({ steal }) => {
      if (steal) askedMs = clock.now() - since;
    });
    const two = ask('two', { hidden, locks });
    await until('it is asked for', async () =>
      ((await navigator.locks.query()).pending ?? []).some((lock) => lock.name?.startsWith(`frontage-drain-${user}`)),
    );
    await until('it asks to steal it', async () => {
      await looks(1);
      return askedMs !== null;
    });
    await until('it is stolen', () => two.epoch !== null);
    // A check that was requested in this step ends in it.
    expect(askedMs).toBeGreaterThanOrEqual(afterMs);
    expect(askedMs).toBeLessThanOrEqual(afterMs + 1_000);
    expect(await frozen).toMatchObject({ name: 'AbortError' });
    thaw();
    await frozenVisible;
  });
});

describe('a hidden tab', () => {
  it('lets a visible one go first', async () => {
    const visible = ask('visible');
    await until('the visible one has it', () => visible.epoch !== null);
    const hidden = ask('hidden', { hidden: true });
    const next = ask('next');
    await until(
      'both ask',
      async () =>
        ((await navigator.locks.query()).pending ?? []).filter((lock) => lock.name?.startsWith(`frontage-drain-${user}`)).length >= 2,
    );
    visible.stop();
    await until('the visible one has it', () => next.epoch !== null);
    expect(hidden.epoch).toBeNull();
    next.stop();
    await until('the hidden one has it', () => hidden.epoch !== null);
  });
});
