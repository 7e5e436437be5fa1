import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { refused } from '../testing/api-results.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { pendingEntry } from '../testing/pending-entry.ts';
import { deliveryMachine } from './delivery.machine.ts';
import type { Claimed } from './delivery.types.ts';

export const deliveredEntry: OutboxEntry = { ...pendingEntry, status: 'sending', attempts: 1 };

const fresh: Claimed = {
  kind: 'claimed',
  entry: deliveredEntry,
  attempts: 0,
  isToBeDeleted: false,
  ifMatch: '"1"',
  revision: 1,
  ...{ opId: 'op1', waited: false, askedAt: 1 },
};
/** The API answers with this link, under the tag "2". */
export const serverHas = (value: string): ApiResult<Json> => ({
  kind: 'answered',
  data: [{ key: 'fb_link', value: [value] }],
  pagination: null,
  etag: '"2"',
});
/** Somebody changed the record since the tag that was sent. */
export const changed = refused('precondition_failed');

export const deliveryPaths = pathPlan({
  machine: deliveryMachine,
  inputs: [{ opId: 'op1', epoch: 1, claim: null }],
  events: [
    { type: 'xstate.done.actor.claimEntry', output: fresh },
    { type: 'xstate.done.actor.claimEntry', output: { ...fresh, ifMatch: null, waited: true } },
    { type: 'xstate.done.actor.claimEntry', output: { ...{ kind: 'gone', opId: 'op1' }, waited: false, askedAt: 1 } },
    { type: 'xstate.done.actor.claimEntry', output: { ...{ kind: 'fenced', opId: 'op1' }, waited: false, askedAt: 1 } },
    { type: 'xstate.error.actor.claimEntry', error: new Error('device') },
    { type: 'xstate.done.actor.readRecord', output: serverHas('base') },
    { type: 'xstate.done.actor.readRecord', output: serverHas('mine') },
    { type: 'xstate.done.actor.readRecord', output: serverHas('theirs') },
    { type: 'xstate.done.actor.readRecord', output: { kind: 'noAnswer', reason: 'network' } },
    { type: 'xstate.error.actor.readRecord', error: new Error('fault') },
    { type: 'xstate.done.actor.sendEntry', output: serverHas('mine') },
    { type: 'xstate.done.actor.sendEntry', output: changed },
    { type: 'xstate.done.actor.sendEntry', output: 'fenced' },
    { type: 'xstate.done.actor.sendEntry', output: { kind: 'noAnswer', reason: 'timeout' } },
    { type: 'xstate.error.actor.sendEntry', error: new Error('fault') },
    { type: 'xstate.done.actor.applyResult', output: 'written' },
    { type: 'xstate.done.actor.applyResult', output: 'fenced' },
    { type: 'xstate.error.actor.applyResult', error: new Error('device') },
  ],
  distinguish: ({ rereads, planned }) => [rereads, planned?.kind ?? null],
});
