import { describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { Settlement } from '#contract/settlement.ts';
import type { SyncPorts } from '../sync/ports.ts';
import { refused } from '../testing/outcomes.ts';
import { checkPaths } from '../testing/check-paths.ts';
import { deliveryActors } from './delivery.actors.ts';
import { deliveryMachine } from './delivery.machine.ts';
import { changed, deliveredRow, deliveryPaths, held } from './delivery.paths.ts';

checkPaths(deliveryPaths);

interface World {
  readonly reads: readonly Outcome<Json>[];
  readonly sends: readonly Outcome<Json>[];
  readonly ifMatch?: string | null;
  readonly createdAt?: number;
  readonly status?: 'queued' | 'unknown';
}

/** Delivers one row; the last answer is repeated. Answers the calls that were made and what was settled. */
async function deliver({ reads, sends, ifMatch = '"1"', createdAt = 10_000, status = 'queued' }: World) {
  const calls: string[] = [];
  const settled: Settlement[] = [];
  const next = (kind: string, answers: readonly Outcome<Json>[]): Promise<Outcome<Json>> => {
    const answer = answers[Math.min(calls.filter((call) => call.startsWith(kind)).length, answers.length) - 1] ?? answers.at(-1);
    return answer ? Promise.resolve(answer) : Promise.reject(new Error(`no ${kind} expected`));
  };
  const ports: SyncPorts = {
    outbox: {
      recover: () => Promise.resolve('recovered'),
      ready: () => Promise.resolve([]),
      nextDue: () => Promise.resolve(null),
      claim: () =>
        Promise.resolve({
          kind: 'claimed',
          row: { ...deliveredRow, createdAt },
          before: { status, attempts: status === 'unknown' ? 1 : 0 },
          ifMatch,
          revision: 1,
        }),
      settle: (_opId, _epoch, settlement) => {
        settled.push(settlement);
        return Promise.resolve('settled');
      },
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
    clock: { now: () => 10_000, schedule: () => () => undefined },
    random: () => 0,
  };
  const actor = createActor(deliveryMachine.provide({ actors: deliveryActors(ports) }), { input: { opId: 'op1', epoch: 1 } });
  actor.start();
  const report = await toPromise(actor);
  return { calls, settled: settled[0], report };
}

describe('a delivery', () => {
  it('of a fresh save is one call, under the tag of what the screen showed', async () => {
    const { calls, settled, report } = await deliver({ reads: [], sends: [held('mine')] });
    expect(calls).toEqual(['send "1"']);
    expect(settled).toMatchObject({ kind: 'done', ifMatch: '"1"' });
    expect(report).toMatchObject({ opId: 'op1', result: 'settled', waited: false });
  });

  it.each([
    ['waited', { createdAt: 0 }],
    ['was made by a clock that is ahead', { createdAt: 99_000 }],
    ['may have arrived', { status: 'unknown' as const }],
    ['has no tag to rely on', { ifMatch: null }],
  ])('of a save that %s reads first, and sends under the tag that it read', async (_, more) => {
    const { calls } = await deliver({ reads: [held('base')], sends: [held('mine')], ...more });
    expect(calls).toEqual(['read', 'send "2"']);
  });

  it('sends nothing where the server already holds our value', async () => {
    const { calls, settled } = await deliver({ reads: [held('mine')], sends: [], status: 'unknown' });
    expect(calls).toEqual(['read']);
    expect(settled).toMatchObject({ kind: 'done', answer: null });
  });

  it.each([
    ['the read', { reads: [{ ...refused('unavailable'), retryAfterMs: 2_000 }], sends: [] }],
    ['the send', { reads: [held('base')], sends: [{ ...refused('unavailable'), retryAfterMs: 2_000 }] }],
  ])('that may have arrived is still in doubt when %s is put off, and waits as it is told', async (_, answers) => {
    const { settled } = await deliver({ ...answers, status: 'unknown' });
    expect(settled).toMatchObject({ kind: 'unknown', at: 12_000, error: { code: 'told_to_wait' } });
  });

  it('goes back to what it was where the sign-in has expired', async () => {
    for (const status of ['queued', 'unknown'] as const) {
      const { settled } = await deliver({ reads: [refused('unauthenticated')], sends: [], status, createdAt: 0 });
      expect(settled).toMatchObject({ kind: 'expired', before: status });
    }
  });

  it('asks where all three differ, with the values of the server', async () => {
    const { calls, settled } = await deliver({ reads: [held('theirs')], sends: [], createdAt: 0 });
    expect(calls).toEqual(['read']);
    expect(settled).toMatchObject({ kind: 'conflict', error: { theirs: { fb_link: ['theirs'] } } });
  });

  it('gives somebody who keeps changing the thing three turns, then waits', async () => {
    const { calls, settled } = await deliver({ reads: [held('base')], sends: [changed] });
    expect(calls).toEqual(['send "1"', 'read', 'send "2"', 'read', 'send "2"', 'read', 'send "2"']);
    expect(settled).toMatchObject({ kind: 'retry', at: 11_000 });
  });

  it('parks a row that makes its own sender fail', async () => {
    const { settled } = await deliver({ reads: [], sends: [] });
    expect(settled).toMatchObject({ kind: 'parked', error: { code: 'fault' } });
  });

  it('parks a row whose read is not what was asked for', async () => {
    const { settled } = await deliver({
      reads: [{ kind: 'answered', data: 'nonsense', pagination: null, etag: null }],
      sends: [],
      createdAt: 0,
    });
    expect(settled).toMatchObject({ kind: 'parked', error: { code: 'fault', message: 'unreadable' } });
  });
});
