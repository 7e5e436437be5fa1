import type { Drain } from '#db/drain.ts';
import type { Outbox } from '#db/outbox.ts';
import type { MemoryDisk } from './memory-disk.ts';
import type { TabHost } from './tab-host.ts';

type Checked = Pick<TabHost, 'disk' | 'onViolation' | 'inVain'>;

/** Checks that every entry which a tab's outbox reports as stored is on the disk by then: a power cut may come at any moment. */
export function withDurableChecks({ disk, onViolation, inVain }: Checked, outbox: Outbox): Outbox {
  const whenDurable = durableGuard(disk, onViolation);
  return {
    ...outbox,
    append: (save) => whenDurable('append', () => outbox.append(save)),
    appendAll: (...args) => whenDurable('append', () => outbox.appendAll(...args)),
    retry(opId) {
      inVain.clear();
      return whenDurable('retry', () => outbox.retry(opId));
    },
    resolve: (opId, choices) => whenDurable('resolve', () => outbox.resolve(opId, choices)),
  };
}

/** Checks the same for a claim, which must be on the disk before its request leaves. */
export function withDurableClaims({ disk, onViolation }: Checked, drain: Drain): Drain {
  return {
    ...drain,
    async take(...args) {
      const since = disk.commits;
      const turn = await drain.take(...args);
      if (turn.begun?.claims.some(({ opId, claim }) => claim.kind === 'claimed' && !disk.wasCommitted(opId, since)))
        onViolation('not durable', 'claim');
      return turn;
    },
    async start(...args) {
      const since = disk.commits;
      const started = await drain.start(...args);
      const claims = started === 'fenced' ? [] : started.claims;
      if (claims.some(({ opId, claim }) => claim.kind === 'claimed' && !disk.wasCommitted(opId, since)))
        onViolation('not durable', 'claim');
      return started;
    },
    async claim(opId, epoch) {
      const since = disk.commits;
      const claim = await drain.claim(opId, epoch);
      if (claim.kind === 'claimed' && !disk.wasCommitted(opId, since)) onViolation('not durable', 'claim');
      return claim;
    },
  };
}

type Reported = { readonly kind: string; readonly opId?: string | null; readonly opIds?: readonly string[] };

function durableGuard(disk: MemoryDisk, onViolation: Checked['onViolation']) {
  return async <Result extends Reported>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const since = disk.commits;
    const result = await work();
    const opIds = result.opIds ?? (result.opId === null || result.opId === undefined ? [] : [result.opId]);
    if (result.kind === 'enqueued' && opIds.some((opId) => !disk.wasCommitted(opId, since))) onViolation('not durable', what);
    return result;
  };
}
