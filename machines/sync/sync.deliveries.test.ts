import type { Json } from '#contract/json.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { QueueRow } from '#contract/queue.ts';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { queuedRow } from '../testing/rows.ts';
import type { SyncPorts } from './ports.ts';
import { syncActors } from './sync.actors.ts';
import { syncMachine } from './sync.machine.ts';

const answered: Outcome<Json> = { kind: 'answered', data: [], pagination: null, etag: null };
const expired: Outcome<Json> = {
  ...{ kind: 'refused', status: 401, code: 'unauthenticated', message: '' },
  ...{ fields: {}, retryAfterMs: null, requestId: null },
};

/** A drain over entries with these ids. `ready`: what is picked; `send`: how each is answered. */
function drain(ready: () => Promise<readonly string[]>, send: (opId: string) => Promise<Outcome<Json>>, isEmpty = () => false) {
  const rowOf = (opId: string): QueueRow => ({ ...queuedRow, opId });
  const claimed: string[] = [];
  const settled: string[] = [];
  const ports: SyncPorts = {
    outbox: {
      recover: async () => 'recovered',
      ready: async () => (await ready()).map(rowOf),
      nextDue: async () => (isEmpty() ? null : 0),
      async claim(opId) {
        claimed.push(opId);
        return { kind: 'claimed', row: rowOf(opId), attempts: 0, ifMatch: '"1"', revision: 0, isToBeDeleted: false };
      },
      isCurrent: async () => true,
      async settle(opId) {
        settled.push(opId);
        return 'settled';
      },
    },
    sender: { read: async () => answered, send: ({ opId }) => send(opId) },
    lock: {
      request(_, listener) {
        listener.acquired(1);
        return () => undefined;
      },
    },
    clock: { now: () => 1, schedule: () => () => undefined },
    random: () => 0.5,
  };
  const actor = createActor(syncMachine.provide({ actors: syncActors(ports) }), { input: { userId: 'u1', online: true } }).start();
  return { actor, claimed, settled };
}

it('a delivery that is over does not stay in memory', async () => {
  let next = 1;
  const { actor, settled } = drain(
    async () => (next <= 20 ? [`op${next}`] : []),
    async () => {
      next += 1;
      return answered;
    },
    () => next > 20,
  );
  await expect.poll(() => settled.length).toBe(20);
  await expect.poll(() => Object.keys(actor.getSnapshot().children).filter((id) => id.startsWith('delivery.'))).toEqual([]);
  actor.stop();
});

it('nothing new is begun after a 401, though it was picked before that came', async () => {
  const answers = new Map(['a', 'b', 'c'].map((opId) => [opId, Promise.withResolvers<Outcome<Json>>()]));
  const picks = [Promise.withResolvers<readonly string[]>(), Promise.withResolvers<readonly string[]>()];
  let picked = 0;
  const { actor, claimed, settled } = drain(
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
  expect([claimed, settled]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
  actor.stop();
});
