import { settingsKey } from '#contract/cache-keys.ts';
import { storeStalledMessage } from '#contract/pending-reason.ts';
import { expect, it, vi } from 'vitest';
import type { AppendOutcome } from './append-job.ts';
import { DexieDatabase } from './dexie-database.ts';
import { knownName } from './known-records.ts';
import { createSaveOrder } from './save-order.ts';
import { onlyTab } from './tabs.ts';
import { save } from './testing/saves.ts';

it.each(['written', 'changed', 'unknown'] as const)(
  'a save whose worker does not answer is refused, and holds up no other one; its answer “%s” comes too late',
  async (late) => {
    const worker = Promise.withResolvers<AppendOutcome>();
    const onEnqueued = vi.fn();
    const record = { name: knownName('u1', settingsKey('w1', 'social')), epoch: undefined, cached: undefined, entries: [] };
    const saveOrder = createSaveOrder({
      db: new DexieDatabase(`unit-${crypto.randomUUID()}`),
      now: () => 0,
      appVersion: 'test',
      newId: () => crypto.randomUUID(),
      tabs: onlyTab,
      onEnqueueing: () => undefined,
      onEnqueued,
      pendingReasonNow: () => ({ kind: 'offline' }),
      appender: { append: () => worker.promise },
      known: new Map([['social', record]]),
      limitMs: 20,
    });
    const append = vi.fn(async () => ({ kind: 'here' }) as const);
    const appendAll = () => saveOrder.appendAll('u1', [save({ fb_link: 'mine' })], { draft: null, stashed: null }, append);
    const [first, second] = [appendAll(), appendAll()];
    expect(await first).toEqual({ kind: 'refused', code: 'stalled', message: storeStalledMessage });
    expect(await second).toEqual({ kind: 'here' });
    expect(append).toHaveBeenCalledTimes(1);
    worker.resolve(late);
    await expect.poll(() => onEnqueued.mock.calls.length).toBe(late === 'written' ? 1 : 0);
    // An older value must not be appended behind a newer one.
    expect(await appendAll()).toEqual({ kind: 'here' });
    expect(append).toHaveBeenCalledTimes(2);
  },
);
