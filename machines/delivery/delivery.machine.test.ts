import { describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import { pendingReasonOf } from '#contract/pending-reason.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeliveryResult } from '#contract/delivery-result.ts';
import type { SyncPorts } from '../sync/ports.ts';
import { refused } from '../testing/api-results.ts';
import { testPaths } from '../testing/test-paths.ts';
import { deliveryActors, deliveryMachine } from './delivery.machine.ts';
import { changed, deliveredEntry, deliveryPaths, serverHas } from './delivery.paths.ts';
import { deliveryProperties } from './delivery.properties.ts';

testPaths(deliveryPaths, deliveryProperties);

interface World {
  readonly reads: readonly ApiResult<Json>[];
  readonly sends: readonly ApiResult<Json>[];
  readonly ifMatch?: string | null;
  readonly createdAt?: number;
  readonly more?: Partial<OutboxEntry>;
  readonly isToBeDeleted?: boolean;
  /** False: another tab has taken over. */
  readonly isCurrent?: boolean;
  /** How long the device takes to answer that, ms. */
  readonly lookMs?: number;
}

/** Delivers one entry; the last answer is repeated. Returns the calls and the applied results. */
async function deliver({
  reads,
  sends,
  ifMatch = '"1"',
  createdAt = 10_000,
  more = {},
  isToBeDeleted = false,
  isCurrent = true,
  lookMs = 0,
}: World) {
  let now = 10_000;
  const calls: string[] = [];
  const applied: DeliveryResult[] = [];
  const next = (kind: string, answers: readonly ApiResult<Json>[]): Promise<ApiResult<Json>> => {
    const answer = answers[Math.min(calls.filter((call) => call.startsWith(kind)).length, answers.length) - 1] ?? answers.at(-1);
    return answer ? Promise.resolve(answer) : Promise.reject(new Error(`no ${kind} expected`));
  };
  const ports: SyncPorts = {
    outbox: {
      start: () => Promise.resolve({ claims: [], nextAt: null }),
      recover: () => Promise.resolve('recovered'),
      pick: () => Promise.resolve({ entries: [], nextAt: null }),
      nextDue: () => Promise.resolve(null),
      claim: () =>
        Promise.resolve({
          kind: 'claimed',
          entry: { ...deliveredEntry, createdAt, ...more },
          attempts: more.mayHaveBeenApplied ? 1 : 0,
          ifMatch,
          revision: 1,
          isToBeDeleted,
        }),
      putBase: () => Promise.resolve(),
      isCurrent: () => {
        now += lookMs;
        return Promise.resolve(isCurrent);
      },
      applyResult: (_opId, _epoch, result) => {
        applied.push(result);
        return Promise.resolve('written');
      },
      hold: () => Promise.resolve(),
    },
    sender: {
      read: () => {
        calls.push('read');
        return next('read', reads);
      },
      send: (_row, tag) => {
        calls.push(`send ${tag}`);
        return next('send', sends);
      },
    },
    lock: { request: () => () => undefined },
    clock: { now: () => now, schedule: () => () => undefined },
    random: () => 0,
  };
  const actor = createActor(deliveryMachine.provide({ actors: deliveryActors(ports) }), { input: { opId: 'op1', epoch: 1, claim: null } });
  actor.start();
  const report = await toPromise(actor);
  return { calls, result: applied[0], report };
}

const maybeApplied = { mayHaveBeenApplied: true };

describe('a delivery', () => {
  it('of a fresh save is one call, under the tag of what the screen showed', async () => {
    const { calls, result, report } = await deliver({ reads: [], sends: [serverHas('mine')] });
    expect(calls).toEqual(['send "1"']);
    expect(result).toMatchObject({ kind: 'applied', ifMatch: '"1"' });
    expect(report).toMatchObject({ opId: 'op1', result: 'written', waited: false });
  });

  it.each([
    ['waited', { createdAt: 0 }],
    ['was made by a clock that is ahead', { createdAt: 99_000 }],
    ['may have arrived', { more: maybeApplied }],
    ['has no tag to rely on', { ifMatch: null }],
  ])('of a save that %s reads first, and sends under the tag that it read', async (_, more) => {
    const { calls } = await deliver({ reads: [serverHas('base')], sends: [serverHas('mine')], ...more });
    expect(calls).toEqual(['read', 'send "2"']);
  });

  it('sends nothing where the server already holds our value', async () => {
    const { calls, result } = await deliver({ reads: [serverHas('mine')], sends: [], more: maybeApplied });
    expect(calls).toEqual(['read']);
    expect(result).toMatchObject({ kind: 'applied', answer: null });
  });

  it.each([
    ['the read', { reads: [{ ...refused('unavailable'), retryAfterMs: 2_000 }], sends: [] }],
    ['the send', { reads: [serverHas('base')], sends: [{ ...refused('unavailable'), retryAfterMs: 2_000 }] }],
  ])('waits as the server asks when %s is put off, as every other entry does', async (_, answers) => {
    const { result } = await deliver({ ...answers, more: maybeApplied });
    expect(result).toMatchObject({ kind: 'notApplied', at: 12_000, holdsOutbox: true, error: { code: 'unavailable' } });
  });

  it('pauses where the sign-in has expired', async () => {
    const { result } = await deliver({ reads: [refused('unauthenticated')], sends: [], createdAt: 0 });
    expect(result).toMatchObject({ kind: 'authRequired' });
  });

  it.each([
    ['a gateway’s page', { kind: 'foreign', status: 502, retryAfterMs: null } as const],
    ['a 2xx of a wrong shape', { kind: 'foreign', status: 200, retryAfterMs: null } as const],
    ['trouble of the API', refused('internal_error')],
    ['no answer', { kind: 'noAnswer', reason: 'network' } as const],
  ])('whose send met %s may have been applied', async (_, answer) => {
    const { result } = await deliver({ reads: [], sends: [answer] });
    expect(result).toMatchObject({ kind: 'indeterminate' });
  });

  it('that got a page from an API which it has just read is the server’s trouble, and no want of a connection', async () => {
    const page = { kind: 'foreign', status: 200, retryAfterMs: null } as const;
    const unread = await deliver({ reads: [], sends: [page] });
    expect(unread.result).toMatchObject({ kind: 'indeterminate', error: { code: 'foreign' } });
    const more = { ...maybeApplied, lastError: { code: 'unreadable_answer', status: 200, message: '', fields: {} } };
    const { result } = await deliver({ reads: [serverHas('base')], sends: [page], more });
    expect(result).toMatchObject({ kind: 'indeterminate', error: { code: 'unreadable_answer' } });
    expect(pendingReasonOf(result && 'error' in result ? result.error : null)).toEqual({
      kind: 'serverTrouble',
      status: 200,
      message: '',
    });
    const portal = await deliver({ reads: [page], sends: [], more });
    expect(portal.result).toMatchObject({ kind: 'notApplied', error: { code: 'foreign' } });
  });

  it('sends nothing once another tab has taken over', async () => {
    const { calls, report } = await deliver({ reads: [serverHas('base')], sends: [], createdAt: 0, isCurrent: false });
    expect(calls).toEqual(['read']);
    expect(report).toMatchObject({ result: 'fenced' });
  });

  it('gives up on a device that takes too long to say whether another tab has', async () => {
    const { calls, report } = await deliver({ reads: [serverHas('base')], sends: [], createdAt: 0, lookMs: 2_000 });
    expect(calls).toEqual(['read']);
    expect(report).toMatchObject({ result: 'fenced' });
  });

  it('sends nothing of what is to be deleted right after', async () => {
    const { calls, result } = await deliver({ reads: [serverHas('base')], sends: [], isToBeDeleted: true });
    expect(calls).toEqual(['read']);
    expect(result).toEqual({ kind: 'notNeeded' });
  });

  it('sends what is to be deleted right after where it may be on its way', async () => {
    const { calls, result } = await deliver({
      reads: [serverHas('base')],
      sends: [serverHas('mine')],
      isToBeDeleted: true,
      more: maybeApplied,
    });
    expect(calls).toEqual(['read', 'send "2"']);
    expect(result).toMatchObject({ kind: 'applied' });
  });

  it('has no conflict with a value that an earlier change of ours may have written', async () => {
    const { calls } = await deliver({
      reads: [serverHas('earlier')],
      sends: [serverHas('mine')],
      createdAt: 0,
      more: { maybeOurs: { fb_link: [['earlier']] } },
    });
    expect(calls).toEqual(['read', 'send "2"']);
  });

  it('is in conflict where one field shows that an earlier change of ours had written another one, which somebody has reverted', async () => {
    const settings = ['fb_link', 'ig_link'].map((key) => ({ key, value: ['mine'], category: 'social', type: null }));
    const data = [
      { key: 'fb_link', value: ['base'] },
      { key: 'ig_link', value: ['earlier'] },
    ];
    const { calls, result } = await deliver({
      reads: [{ kind: 'answered', data, pagination: null, etag: '"2"' }],
      sends: [],
      createdAt: 0,
      more: {
        body: { category: 'social', settings },
        base: { fb_link: ['base'], ig_link: ['base'] },
        maybeOurs: { ig_link: [['earlier']] },
        maybeApplied: [{ fb_link: ['mine'], ig_link: ['earlier'] }],
      },
    });
    expect(calls).toEqual(['read']);
    expect(result).toMatchObject({ kind: 'conflict', error: { theirs: { fb_link: ['base'] } } });
  });

  it('is in conflict where all three values differ, with those of the server', async () => {
    const { calls, result } = await deliver({ reads: [serverHas('theirs')], sends: [], createdAt: 0 });
    expect(calls).toEqual(['read']);
    expect(result).toMatchObject({ kind: 'conflict', error: { theirs: { fb_link: ['theirs'] } } });
  });

  it('retries three times where somebody keeps changing the record, then waits', async () => {
    const { calls, result } = await deliver({ reads: [serverHas('base')], sends: [changed] });
    expect(calls).toEqual(['send "1"', 'read', 'send "2"', 'read', 'send "2"', 'read', 'send "2"']);
    expect(result).toMatchObject({ kind: 'indeterminate', at: 11_000, error: { code: 'precondition_failed' } });
  });

  it('rejects an entry whose delivery throws', async () => {
    const { result } = await deliver({ reads: [], sends: [] });
    expect(result).toMatchObject({ kind: 'rejected', error: { code: 'fault' } });
  });

  it('rejects an entry whose preflight read has another shape', async () => {
    const { result } = await deliver({
      reads: [{ kind: 'answered', data: 'nonsense', pagination: null, etag: null }],
      sends: [],
      createdAt: 0,
    });
    expect(result).toMatchObject({ kind: 'rejected', error: { code: 'fault', message: 'unreadable' } });
  });
});
