import type { Drain } from '#db/drain.ts';
import type { DeliveryResult } from '#contract/delivery-result.ts';
import type { Fence } from '#db/fence.ts';
import { isForAttention } from '#db/outbox-entries.ts';
import { mutationName, troublesForAttention } from '#contract/outbox-entry.ts';
import type { TabHost } from './tab-host.ts';
import type { Process } from './scheduler.ts';

type Checked = Pick<TabHost, 'disk' | 'onViolation' | 'entryOf' | 'reach' | 'inVain' | 'leaving' | 'stopped' | 'hits'>;

/** A tab's drain, of which is checked that it writes nothing once its epoch has passed. */
export function withEpochChecks(browser: Checked, process: Process, drain: Drain): Drain {
  const { disk, entryOf, onViolation, reach, inVain } = browser;
  const epochOf = (userId: string) => disk.tables.epochs.get(userId)?.epoch ?? 0;
  return {
    ...drain,
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
      // An entry that has gone meanwhile leaves nothing to write.
      if (hasPassed && answer === 'written' && entryOf(opId) !== null) onViolation('passed epoch', 'writes a result');
      const left = answer === 'written' ? entryOf(opId) : null;
      inVain.set(opId, left && isVain(result) ? (inVain.get(opId) ?? 0) + 1 : 0);
      if (left && (inVain.get(opId) ?? 0) >= troublesForAttention && !isForAttention(left))
        onViolation('not known', `${mutationName(left)} ${JSON.stringify(left.body)} was tried in vain, and nobody is told`);
      return answer;
    },
  };
}

/** Whether somebody signs out, in a tab that keeps the others from sending: one that stands still, or seems to, loses its turn. */
function hasStopped({ stopped, leaving, hits }: Checked, userId: string): boolean {
  return stopped === userId && leaving?.process.state === 'running' && leaving.process.wasFrozen !== true && !hits.has('jump');
}

/** Nothing came of it, and neither a missing network nor a wait that the server asked for is why. */
function isVain(result: DeliveryResult): boolean {
  return result.kind === 'indeterminate' || (result.kind === 'notApplied' && !result.holdsQueue && result.error.code !== 'offline');
}

/** A tab's fence, of which is checked that each turn has a higher epoch, and begins when the one before is over. */
export function withTurnChecks(
  browser: Pick<TabHost, 'holders' | 'hits' | 'leaving' | 'hasTakenTurns' | 'onViolation'>,
  process: Process,
  fence: Fence,
): Fence {
  const { holders, hits, onViolation } = browser;
  const release = (userId: string) => {
    const holder = holders.get(userId);
    if (holder?.process === process) holders.set(userId, { ...holder, hasReleased: true });
  };
  return {
    ...fence,
    async take(userId, name) {
      const asked = holders.get(userId);
      const epoch = await fence.take(userId, name);
      const before = holders.get(userId);
      if (before?.givenBefore.has(epoch)) onViolation('passed epoch', 'is given again');
      const isThere = before?.process.state === 'running' && before.process.wasFrozen !== true && !before.hasReleased;
      // Who signs out takes the turn away from whoever has it. A tab that stood still when its turn was stolen begins it all the
      // same when it goes on: the fence is what keeps the two apart.
      const isLeaving = browser.leaving?.process === process || process.wasFrozen === true;
      // Nor does one begin it whose turn was taken away while its epoch was being written: whoever signs out begins another behind it.
      const isOvertaken = before !== asked && browser.leaving?.process === before?.process;
      // To a tab a clock that jumps looks like a holder without a sign of life.
      if (isThere && !isLeaving && !isOvertaken && before.process !== process && !hits.has('jump'))
        onViolation('two drainers', `${process.name} beside ${before.process.name}`);
      const givenBefore = new Set(before?.givenBefore).add(epoch);
      holders.set(userId, { process, givenBefore, hasReleased: false });
      return epoch;
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
      // It sends nothing more by then. Its lock may be another's already, if a sign-out took it away while the turn began.
      if (browser.hasTakenTurns) release(userId);
      try {
        await fence.release(userId, epoch);
      } finally {
        release(userId);
      }
    },
  };
}
