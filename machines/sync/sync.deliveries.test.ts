import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { pendingEntry } from '../testing/pending-entry.ts';
import type { SyncPorts } from './ports.ts';
import { syncActors, syncMachine } from './sync.machine.ts';

const answered: ApiResult<Json> = { kind: 'answered', data: [], pagination: null, etag: null };
const expired: ApiResult<Json> = {
  ...{ kind: 'refused', status: 401, code: 'unauthenticated', message: '' },
  ...{ fields: {}, retryAfterMs: null, requestId: null },
};

/** A drain over entries with these ids. `ready`: the picked ones; `send`: the answer to each. */
function drain(
  ready: () => Promise<readonly string[]>,
  send: (opId: string) => Promise<ApiResult<Json>>,
  isEmpty = () => false,
  {
    nextAt = () => null,
    outbox = {},
    clock = {},
    lock = {},
  }: {
    readonly nextAt?: () => number | null;
    readonly outbox?: Partial<SyncPorts['outbox']>;
    readonly clock?: Partial<SyncPorts['clock']>;
    readonly lock?: Partial<SyncPorts['lock']>;
  } = {},
) {
  const entryOf = (opId: string): OutboxEntry => ({ ...pendingEntry, opId });
  const claimed: string[] = [];
  const applied: string[] = [];
  const ports: SyncPorts = {
    outbox: {
      async start(_userId, epoch) {
        const { entries, nextAt: next } = await ports.outbox.pick('u1', 5, []);
        const claims = await Promise.all(entries.map(async ({ opId }) => ({ opId, claim: await ports.outbox.claim(opId, epoch) })));
        return { claims, nextAt: next };
      },
      recover: async () => 'recovered',
      pick: async () => ({ entries: (await ready()).map(entryOf), nextAt: nextAt() }),
      nextDue: async () => (isEmpty() ? null : 0),
      async claim(opId) {
        claimed.push(opId);
        return { kind: 'claimed', entry: entryOf(opId), attempts: 0, ifMatch: '"1"', revision: 0, isToBeDeleted: false };
      },
      putBase: async () => undefined,
      isCurrent: async () => true,
      async applyResult(opId) {
        applied.push(opId);
        return 'written';
      },
      hold: async () => undefined,
      ...outbox,
    },
    sender: { read: async () => answered, send: ({ opId }) => send(opId) },
    lock: {
      request(_, listener) {
        listener.acquired(1);
        return () => undefined;
      },
      ...lock,
    },
    clock: { now: () => 1, schedule: () => () => undefined, ...clock },
    random: () => 0.5,
  };
  const actor = createActor(syncMachine.provide({ actors: syncActors(ports) }), { input: { userId: 'u1', online: true } }).start();
  return { actor, claimed, applied };
}

it('a delivery that is over does not stay in memory', async () => {
  let next = 1;
  const { actor, applied } = drain(
    async () => (next <= 20 ? [`op${next}`] : []),
    async () => {
      next += 1;
      return answered;
    },
    () => next > 20,
  );
  await expect.poll(() => applied.length).toBe(20);
  await expect.poll(() => Object.keys(actor.getSnapshot().children).filter((id) => id.startsWith('delivery.'))).toEqual([]);
  actor.stop();
});

it('sends what a save has claimed, without a start of its own', async () => {
  const claim = {
    kind: 'claimed',
    attempts: 0,
    ifMatch: '"1"',
    revision: 0,
    isToBeDeleted: false,
    entry: { ...pendingEntry, createdAt: 1 },
  } as const;
  const begun = { claims: [{ opId: 'op1', claim }], nextAt: null, at: 1 };
  const sent: string[] = [];
  const { actor, applied } = drain(
    async () => [],
    async (opId) => {
      sent.push(opId);
      return answered;
    },
    () => sent.length > 0,
    {
      outbox: { start: () => Promise.reject(new Error('started')) },
      lock: {
        request(_, listener) {
          listener.acquired(3, begun);
          return () => undefined;
        },
      },
    },
  );
  await expect.poll(() => applied).toEqual(['op1']);
  await expect.poll(() => actor.getSnapshot().value).toBe('idle');
  expect([sent, actor.getSnapshot().context.epoch]).toEqual([['op1'], 3]);
  actor.stop();
});

it('nothing new is begun after a 401, though it was picked before that came', async () => {
  const answers = new Map(['a', 'b', 'c'].map((opId) => [opId, Promise.withResolvers<ApiResult<Json>>()]));
  const picks = [Promise.withResolvers<readonly string[]>(), Promise.withResolvers<readonly string[]>()];
  let picked = 0;
  const { actor, claimed, applied } = drain(
    () => {
      picked += 1;
      return picks[picked - 1]?.promise ?? Promise.resolve([]);
    },
    (opId) => answers.get(opId)?.promise ?? Promise.resolve(answered),
  );
  picks[0]?.resolve(['a', 'b', 'c']);
  await expect.poll(() => claimed).toEqual(['a', 'b', 'c']);
  answers.get('a')?.resolve(answered);
  await expect.poll(() => picked).toBe(2);
  answers.get('b')?.resolve(expired);
  await expect.poll(() => actor.getSnapshot().context.expired).toBe(true);
  picks[1]?.resolve(['c', 'd']);
  answers.get('c')?.resolve(answered);
  await expect.poll(() => actor.getSnapshot().value).toBe('paused');
  expect([claimed, applied]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
  actor.stop();
});

it('a wait that the API asks for is stored, though its delivery was stopped before its result was applied', async () => {
  const answer = Promise.withResolvers<ApiResult<Json>>();
  const holds: number[] = [];
  const { actor, claimed, applied } = drain(
    async () => ['a'],
    () => answer.promise,
    undefined,
    { outbox: { hold: async (until) => void holds.push(until) } },
  );
  await expect.poll(() => claimed).toEqual(['a']);
  await expect.poll(() => actor.getSnapshot().children['delivery.a']?.getSnapshot()).toMatchObject({ value: 'sending' });
  actor.send({ type: 'session.changed', userId: null });
  answer.resolve({ ...expired, status: 503, code: 'unavailable', retryAfterMs: 3_000 });
  await expect.poll(() => holds).toEqual([3_001]);
  expect(applied).toEqual([]);
  actor.stop();
});

it('what becomes due is sent, though something else is still on its way', async () => {
  const due = ['slow'];
  const waits: { readonly run: () => void; readonly delayMs: number }[] = [];
  const { actor, claimed } = drain(
    async () => due.splice(0),
    () => new Promise(() => undefined),
    undefined,
    {
      nextAt: () => 3_001,
      clock: {
        schedule(run, delayMs) {
          waits.push({ run, delayMs });
          return () => undefined;
        },
      },
    },
  );
  await expect.poll(() => waits.map(({ delayMs }) => delayMs)).toEqual([3_000]);
  expect(claimed).toEqual(['slow']);
  due.push('due by now');
  waits[0]?.run();
  await expect.poll(() => claimed).toEqual(['slow', 'due by now']);
  actor.stop();
});

it('what is due by the time the outbox was looked at is sent too', async () => {
  let now = 999;
  let seenAt = now;
  let isSlowPicked = false;
  const { actor, claimed } = drain(
    async () => {
      seenAt = now;
      const opIds = [...(isSlowPicked ? [] : ['slow']), ...(now >= 1_000 && isSlowPicked ? ['due'] : [])];
      isSlowPicked = true;
      // A read of the store takes its time.
      now += 1;
      return opIds;
    },
    () => new Promise(() => undefined),
    undefined,
    {
      nextAt: () => (seenAt < 1_000 ? 1_000 : null),
      clock: {
        now: () => now,
        schedule(run) {
          void Promise.resolve().then(run);
          return () => undefined;
        },
      },
    },
  );
  await expect.poll(() => claimed).toEqual(['slow', 'due']);
  actor.stop();
});

it('an entry that is added while another is picked is sent too, though that is still on its way', async () => {
  const picks = [Promise.withResolvers<readonly string[]>(), Promise.withResolvers<readonly string[]>()];
  let picked = 0;
  const { actor, claimed } = drain(
    () => {
      picked += 1;
      return picks[picked - 1]?.promise ?? Promise.resolve([]);
    },
    () => new Promise(() => undefined),
  );
  await expect.poll(() => picked).toBe(1);
  actor.send({ type: 'outbox.changed' });
  picks[0]?.resolve(['slow']);
  picks[1]?.resolve(['added meanwhile']);
  await expect.poll(() => claimed).toEqual(['slow', 'added meanwhile']);
  actor.stop();
});

it('an entry that is added while the drain starts goes at once too', async () => {
  const starts = Promise.withResolvers<void>();
  const added: string[] = [];
  let begun = 0;
  const { actor, claimed } = drain(
    async () => added.splice(0),
    () => new Promise(() => undefined),
    undefined,
    {
      outbox: {
        async start() {
          begun += 1;
          await starts.promise;
          return { claims: [], nextAt: null };
        },
      },
    },
  );
  await expect.poll(() => begun).toBe(1);
  added.push('added meanwhile');
  actor.send({ type: 'outbox.changed' });
  starts.resolve();
  await expect.poll(() => claimed).toEqual(['added meanwhile']);
  expect(begun).toBe(1);
  actor.stop();
});

it('a connection that is back ends the waits of our own back-off, though an entry is still on its way', async () => {
  const recovered: unknown[] = [];
  const due = ['slow'];
  const { actor, claimed } = drain(
    async () => due.splice(0),
    () => new Promise(() => undefined),
    undefined,
    {
      outbox: {
        async recover(...asked) {
          due.push('waited');
          recovered.push(asked);
          return 'recovered';
        },
      },
    },
  );
  await expect.poll(() => claimed).toEqual(['slow']);
  actor.send({ type: 'connection.changed', online: false });
  actor.send({ type: 'connection.changed', online: true });
  await expect.poll(() => claimed).toEqual(['slow', 'waited']);
  expect(recovered).toEqual([['u1', 1, true, ['slow']]]);
  actor.stop();
});

it('a connection that is back does not wait for a device that had failed before', async () => {
  const answer = Promise.withResolvers<ApiResult<Json>>();
  let calls = 0;
  const { actor, claimed } = drain(
    async () => (calls > 1 ? [] : ['a']),
    () => answer.promise,
    () => calls > 1,
    {
      outbox: {
        async applyResult() {
          calls += 1;
          if (calls === 1) throw new Error('the device failed');
          return 'written';
        },
      },
    },
  );
  await expect.poll(() => claimed).toEqual(['a']);
  actor.send({ type: 'connection.changed', online: false });
  answer.resolve(answered);
  await expect.poll(() => actor.getSnapshot().value).toBe('offline');
  // Time stands still here: a pause would never end.
  actor.send({ type: 'connection.changed', online: true });
  await expect.poll(() => actor.getSnapshot().value).toBe('idle');
  expect(claimed).toEqual(['a', 'a']);
  actor.stop();
});

it('an entry that can not be claimed does not keep the others from being sent', async () => {
  const sent: string[] = [];
  const { actor, applied } = drain(
    async () => ['unreadable', 'other'].filter((opId) => !sent.includes(opId)),
    async (opId) => {
      sent.push(opId);
      return answered;
    },
    () => sent.includes('other'),
    {
      outbox: {
        start: () => Promise.reject(new Error('the device can not read a row')),
        async claim(opId) {
          if (opId === 'unreadable') throw new Error('the device can not read a row');
          return { kind: 'claimed', entry: { ...pendingEntry, opId }, attempts: 0, ifMatch: '"1"', revision: 0, isToBeDeleted: false };
        },
      },
    },
  );
  await expect.poll(() => applied).toContain('other');
  expect(sent).toEqual(['other']);
  actor.stop();
});
