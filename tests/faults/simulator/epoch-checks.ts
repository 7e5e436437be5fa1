import type { Turn } from '#db/save-turns.ts';
import type { Drain } from '#db/drain.ts';
import type { DeliveryResult, DrainStart } from '#contract/delivery-result.ts';
import type { Fence } from '#db/fence.ts';
import { isForAttention } from '#db/outbox-entries.ts';
import { mutationName, troublesForAttention } from '#contract/outbox-entry.ts';
import type { TabHost } from './tab-host.ts';
import type { Process } from './scheduler.ts';

type Checked = Pick<TabHost, 'disk' | 'onViolation' | 'entryOf' | 'reach' | 'inVain' | 'leaving' | 'stopped' | 'hits'>;

/** Checks that a tab's drain writes nothing once its epoch has passed. */
export function withEpochChecks(browser: Checked, process: Process, drain: Drain): Drain {
  const { disk, entryOf, onViolation, reach, inVain } = browser;
  const epochOf = (userId: string) => disk.tables.epochs.get(userId)?.epoch ?? 0;
  const noteClaims = async (userId: string, epoch: number, isLeaving: boolean, claims: DrainStart['claims']) => {
    for (const { opId, claim } of claims) {
      if (claim.kind !== 'claimed') continue;
      if (isLeaving) onViolation('sent while leaving', `${mutationName(claim.entry)} by ${process.name}`);
      process.claimedFor?.add(userId);
      process.claims?.set(opId, epoch);
    }
    // A delivery that is claimed at once does not look at the epoch again.
    await reach(process, 'look');
    await reach(process, 'send');
  };
  return {
    ...drain,
    async take(userId, drainer) {
      await reach(process, 'recover');
      await reach(process, 'claim');
      const isLeaving = hasStopped(browser, userId);
      const turn = await drain.take(userId, drainer);
      if (turn.begun) await noteClaims(userId, turn.epoch, isLeaving, turn.begun.claims);
      return turn;
    },
    async start(userId, epoch, hasten, limit) {
      await reach(process, 'recover');
      await reach(process, 'claim');
      const hasPassed = epochOf(userId) !== epoch;
      const isLeaving = hasStopped(browser, userId);
      const started = await drain.start(userId, epoch, hasten, limit);
      if (started === 'fenced') return started;
      if (hasPassed) onViolation('passed epoch', 'starts');
      await noteClaims(userId, epoch, isLeaving, started.claims);
      return started;
    },
    async recover(userId, epoch, hasten, inFlight) {
      await reach(process, 'recover');
      const hasPassed = epochOf(userId) !== epoch;
      const answer = await drain.recover(userId, epoch, hasten, inFlight);
      if (hasPassed && answer !== 'fenced') onViolation('passed epoch', 'recovers');
      return answer;
    },
    async claim(opId, epoch) {
      await reach(process, 'claim');
      const entry = entryOf(opId);
      const hasPassed = entry !== null && epochOf(entry.userId) !== epoch;
      const isLeaving = entry !== null && hasStopped(browser, entry.userId);
      const answer = await drain.claim(opId, epoch);
      if (isLeaving && answer.kind === 'claimed') onViolation('sent while leaving', `${mutationName(answer.entry)} by ${process.name}`);
      if (hasPassed && answer.kind === 'claimed') onViolation('passed epoch', 'claims');
      if (answer.kind === 'claimed') {
        process.claimedFor?.add(answer.entry.userId);
        process.claims?.set(opId, epoch);
      }
      await reach(process, 'look');
      await reach(process, 'send');
      return answer;
    },
    async isCurrent(userId, epoch) {
      await reach(process, 'look');
      const answer = await drain.isCurrent(userId, epoch);
      await reach(process, 'send');
      return answer;
    },
    async applyResult(opId, epoch, result) {
      await reach(process, 'applyResult');
      const entry = entryOf(opId);
      const hasPassed = entry !== null && epochOf(entry.userId) !== epoch;
      const answer = await drain.applyResult(opId, epoch, result);
      // If the entry was dequeued meanwhile there is nothing to write.
      if (hasPassed && answer === 'written' && entryOf(opId) !== null) onViolation('passed epoch', 'writes a result');
      const left = answer === 'written' ? entryOf(opId) : null;
      inVain.set(opId, left && isVain(result) ? (inVain.get(opId) ?? 0) + 1 : 0);
      if (left && (inVain.get(opId) ?? 0) >= troublesForAttention && !isForAttention(left))
        onViolation('not known', `${mutationName(left)} ${JSON.stringify(left.body)} was tried in vain, and no screen reports it`);
      return answer;
    },
  };
}

/** Whether a user is signing out in a tab that stops the others from sending: a tab that is or seems frozen loses the drain lock. */
function hasStopped({ stopped, leaving, hits }: Checked, userId: string): boolean {
  return stopped === userId && leaving?.process.state === 'running' && leaving.process.wasFrozen !== true && !hits.has('jump');
}

/** The attempt failed, and neither for want of a network nor because the server asked for a wait. */
function isVain(result: DeliveryResult): boolean {
  return result.kind === 'indeterminate' || (result.kind === 'notApplied' && !result.holdsOutbox && result.error.code !== 'offline');
}

/** Checks that each acquisition of the drain lock gets a higher epoch, and begins after the one before has ended. */
export function withTurnChecks(
  browser: Pick<TabHost, 'holders' | 'hits' | 'leaving' | 'hasTakenTurns' | 'onViolation'>,
  process: Process,
  fence: Fence,
  drain: Drain,
): { readonly fence: Fence; readonly take: Drain['take'] } {
  const { holders, hits, onViolation } = browser;
  const release = (userId: string) => {
    const holder = holders.get(userId);
    if (holder?.process === process) holders.set(userId, { ...holder, hasReleased: true });
  };
  /** `begin` resolves to the new turn; null: another tab has it. `stopped`: aborts when the drainer gives its turn up. */
  const checkedTurn = async <Begun extends Turn | null>(
    userId: string,
    begin: () => Promise<Begun>,
    stopped?: AbortSignal,
  ): Promise<Begun> => {
    const asked = holders.get(userId);
    const turn = await begin();
    if (turn === null) return turn;
    const { epoch } = turn;
    // No epoch begins for a drainer that was stopped while it waited for the end of a save, or while a tab signs the user out.
    if (epoch === 0 && (stopped?.aborted || turn.signOut)) return turn;
    const before = holders.get(userId);
    if (before?.givenBefore.has(epoch)) onViolation('passed epoch', 'is given again');
    const isThere = before?.process.state === 'running' && before.process.wasFrozen !== true && !before.hasReleased;
    // Signing out steals the drain lock. A tab that was frozen when its lock was stolen begins its turn all the same when it is resumed:
    // the fence keeps the two apart.
    const isLeaving = browser.leaving?.process === process || process.wasFrozen === true;
    // A tab whose lock was stolen while its epoch was being written does not begin either: the sign-out begins another epoch after it.
    const isOvertaken = before !== asked && browser.leaving?.process === before?.process;
    // To a tab a clock that jumps looks like a holder without heartbeats.
    if (isThere && !isLeaving && !isOvertaken && before.process !== process && !hits.has('jump'))
      onViolation('two drainers', `${process.name} beside ${before.process.name}`);
    const givenBefore = new Set(before?.givenBefore).add(epoch);
    holders.set(userId, { process, givenBefore, hasReleased: false });
    return turn;
  };
  const checked: Fence = {
    ...fence,
    async take(userId, name) {
      return (await checkedTurn(userId, async () => ({ epoch: await fence.take(userId, name), begun: null }))).epoch;
    },
    async takeIfFree(userId, name, staleMs) {
      const turn = await checkedTurn(userId, async () => {
        const epoch = await fence.takeIfFree(userId, name, staleMs);
        return epoch === null ? null : { epoch, begun: null };
      });
      return turn?.epoch ?? null;
    },
    async beat(userId, epoch) {
      let isAlive = false;
      try {
        isAlive = await fence.beat(userId, epoch);
      } finally {
        if (!isAlive) release(userId);
      }
      return isAlive;
    },
    async release(userId, epoch) {
      // The tab sends nothing more by then. Its lock may belong to another tab already, if a sign-out stole it while the turn began.
      if (browser.hasTakenTurns) release(userId);
      try {
        await fence.release(userId, epoch);
      } finally {
        release(userId);
      }
    },
  };
  return {
    fence: checked,
    take: (userId, drainer) => checkedTurn(userId, () => drain.take(userId, drainer), drainer.stopped),
  };
}
