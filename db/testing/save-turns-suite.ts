import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { enqueued, save } from './saves.ts';
import type { StoreDevice } from './store-device.ts';

/** Tests of a drain that begins in the transaction of a save, on the devices of `newDevice`. */
export function describeSaveTurns(newDevice: () => StoreDevice): void {
  let device: StoreDevice;
  let store: ClientStore;
  let withdrawn: string[];

  beforeEach(async () => {
    device = newDevice();
    withdrawn = [];
    store = await device.open({ now: () => 1_000, onWithdrawn: (userId) => withdrawn.push(userId) });
    await store.loadOutbox();
  });
  afterEach(() => store.close());

  const take = (stopped = new AbortController().signal, userId = 'u1') => store.drain.take(userId, { holder: 'tab', limit: 5, stopped });
  const statuses = async () =>
    (await store.outbox.list('u1')).map((read) => (read.kind === 'readable' ? [read.entry.status, read.entry.attempts] : null));

  it('claims the save under an epoch of its own', async () => {
    const before = await store.fence.take('u1', 'earlier');
    const appending = enqueued(store.outbox.append(save({ fb_link: 'mine' })));
    const { epoch, begun } = await take();
    const opId = await appending;
    expect(epoch).toBe(before + 1);
    expect(begun).toMatchObject({ claims: [{ opId, claim: { kind: 'claimed', attempts: 0, entry: { status: 'sending' } } }], at: 1_000 });
    expect(await statuses()).toEqual([['sending', 1]]);
    expect(await store.fence.lease('u1')).toMatchObject({ holder: 'tab', epoch });
    expect(await store.drain.applyResult(opId, before, { kind: 'notNeeded' })).toBe('fenced');
    expect(withdrawn).toEqual([]);
  });

  it('recovers what an earlier drainer left half sent', async () => {
    const left = await enqueued(store.outbox.append(save({ fb_link: 'left' }, { websiteId: 'w2' })));
    await store.drain.claim(left, await store.fence.take('u1', 'earlier'));
    const appending = enqueued(store.outbox.append(save({ fb_link: 'mine' })));
    const { begun } = await take();
    const opId = await appending;
    expect(begun?.claims).toMatchObject([
      { opId: left, claim: { kind: 'claimed', attempts: 1, entry: { mayHaveBeenApplied: true } } },
      { opId, claim: { kind: 'claimed', attempts: 0, entry: { mayHaveBeenApplied: false } } },
    ]);
  });

  it('begins by itself where no save is being written, where that is of another user, and where it is refused', async () => {
    expect((await take()).begun).toBeNull();
    const others = enqueued(store.outbox.append(save({ fb_link: 'mine' })));
    expect((await take(undefined, 'u2')).begun).toBeNull();
    await others;
    const refused = store.outbox.appendAll([save({ fb_link: 'newer' }), save({ fb_link: 'late' }, { epoch: 7 })]);
    const { epoch, begun } = await take();
    expect(begun).toBeNull();
    expect((await refused).kind).toBe('refused');
    expect(await store.drain.isCurrent('u1', epoch)).toBe(true);
    expect(await statuses()).toEqual([['pending', 0]]);
    expect(withdrawn).toEqual(['u1']);
  });

  it('claims nothing for a drainer that was stopped meanwhile', async () => {
    const stop = new AbortController();
    const appending = enqueued(store.outbox.append(save({ fb_link: 'mine' })));
    const turn = take(stop.signal);
    stop.abort();
    await appending;
    expect((await turn).begun).toBeNull();
    expect(await statuses()).toEqual([['pending', 0]]);
  });

  it('gives no drainer a turn whose transaction failed', async () => {
    device.failNextWrite();
    const appending = store.outbox.append(save({ fb_link: 'mine' }));
    const { epoch, begun } = await take();
    const appended = await appending;
    expect(await store.drain.isCurrent('u1', epoch)).toBe(true);
    // Where there is room after all, the transaction was repeated with both.
    expect(begun?.claims.length ?? 0).toBe(appended.kind === 'enqueued' ? 1 : 0);
    expect(await statuses()).toEqual(appended.kind === 'enqueued' ? [['sending', 1]] : []);
  });

  describe('a save that is folded into a conflict', () => {
    it('is withdrawn, since nothing is to be sent', async () => {
      const opId = await enqueued(store.outbox.append(save({ fb_link: 'mine' }, { base: { fb_link: ['old'] } })));
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      const error = { code: 'conflict', message: '', fields: {}, theirs: { fb_link: ['theirs'] } };
      await store.drain.applyResult(opId, epoch, { kind: 'conflict', error, read: null });
      expect(withdrawn).toEqual([]);
      await store.outbox.appendAll([save({ fb_link: 'newer' }, { base: { fb_link: ['old'] } })]);
      expect(withdrawn).toEqual(['u1']);
    });
  });
}
