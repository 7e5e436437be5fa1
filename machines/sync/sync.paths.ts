import type { Claimed, DeliveryOutput } from '../delivery/delivery.types.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { pendingEntry } from '../testing/pending-entry.ts';
import { syncMachine } from './sync.machine.ts';

const done: DeliveryOutput = {
  opId: 'op1',
  result: 'written',
  planned: { kind: 'applied', answer: null, ifMatch: null, read: null },
  waited: true,
};
const refused: DeliveryOutput = {
  ...done,
  planned: { kind: 'authRequired', error: { code: 'unauthenticated', message: '', fields: {} } },
};

const claim: Claimed = {
  ...{ kind: 'claimed', opId: 'op1', entry: pendingEntry, attempts: 0, ifMatch: '"1"', revision: 0, isToBeDeleted: false },
  ...{ waited: false, askedAt: 1 },
};

export const syncPaths = pathPlan({
  machine: syncMachine,
  inputs: [{ userId: 'u1', online: true }],
  events: [
    { type: 'entry.expected' },
    { type: 'entry.withdrawn' },
    { type: 'outbox.changed' },
    { type: 'drain.requested' },
    { type: 'connection.changed', online: true },
    { type: 'connection.changed', online: false },
    { type: 'session.changed', userId: null },
    { type: 'session.changed', userId: 'u1' },
    { type: 'session.renewed', userId: 'u1' },
    { type: 'session.renewed', userId: 'u2' },
    { type: 'sending.stopped' },
    { type: 'sending.resumed' },
    { type: 'lock.acquired', epoch: 7, begun: null },
    { type: 'lock.lost' },
    { type: 'lock.failed' },
    { type: 'wait.ended' },
    { type: 'xstate.done.actor.peekOutbox', output: { kind: 'empty' } },
    { type: 'xstate.done.actor.peekOutbox', output: { kind: 'due' } },
    { type: 'xstate.done.actor.peekOutbox', output: { kind: 'later', dueAt: 9_000 } },
    { type: 'xstate.error.actor.peekOutbox', error: new Error('device') },
    { type: 'xstate.done.actor.startDrain', output: { claims: [claim], hastened: true, dueAt: null } },
    { type: 'xstate.done.actor.startDrain', output: { claims: [claim, { ...claim, opId: 'op2' }], hastened: true, dueAt: null } },
    { type: 'xstate.done.actor.startDrain', output: { claims: [], hastened: true, dueAt: null } },
    { type: 'xstate.done.actor.startDrain', output: { claims: [claim], hastened: false, dueAt: null } },
    { type: 'xstate.done.actor.startDrain', output: 'fenced' },
    { type: 'xstate.error.actor.startDrain', error: new Error('device') },
    { type: 'xstate.done.actor.recoverOutbox', output: 'recovered' },
    { type: 'xstate.done.actor.recoverOutbox', output: 'fenced' },
    { type: 'xstate.error.actor.recoverOutbox', error: new Error('device') },
    { type: 'xstate.done.actor.pickEntries', output: { entries: [pendingEntry], dueAt: null } },
    { type: 'xstate.done.actor.pickEntries', output: { entries: [], dueAt: 9_000 } },
    { type: 'xstate.error.actor.pickEntries', error: new Error('device') },
    { type: 'xstate.done.actor.delivery.op1', output: done },
    { type: 'xstate.done.actor.delivery.op1', output: refused },
    { type: 'xstate.done.actor.delivery.op1', output: { ...done, result: 'fenced' } },
    { type: 'xstate.done.actor.delivery.op1', output: { ...done, result: 'failed' } },
    { type: 'xstate.error.actor.delivery.op1', error: new Error('fault') },
    { type: 'xstate.error.actor.holdLock', error: new Error('fault') },
    { type: 'xstate.error.actor.waitUntil', error: new Error('fault') },
    { type: 'xstate.error.actor.waitForNext', error: new Error('fault') },
    { type: 'xstate.error.actor.waitAfterFence', error: new Error('fault') },
    { type: 'xstate.error.actor.waitAfterFailure', error: new Error('fault') },
  ],
  distinguish: ({ userId, online, inFlight, hasten, expired, failed, again }) => [
    userId,
    online,
    inFlight.length,
    hasten,
    expired,
    failed,
    again,
  ],
});
