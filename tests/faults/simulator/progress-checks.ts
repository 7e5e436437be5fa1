import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { isForAttention } from '#db/outbox-entries.ts';
import type { Browser } from './browser.ts';
import { readEntry } from './read-entry.ts';

/** A tab that waits after a failure, or takes over from a frozen one, has begun to send by then. ms. */
const latestMs = 15_000;
/** The longest back-off of our own: a longer one is left only where the clock was set back. ms. */
const longestMs = 60_000;

/** Lets time pass, and reports each entry that nothing held back and that no tab has tried to send. */
export async function passTime(browser: Browser, ms: number): Promise<void> {
  const { scheduler, onViolation } = browser;
  const due = ms > latestMs && isFree(browser) ? dueWithin(browser, ms - latestMs) : [];
  const userId = browser.session?.userId;
  await scheduler.advance(ms);
  if (browser.session?.userId !== userId || !isFree(browser)) return;
  for (const { opId, attempts, body } of due) {
    const entry = browser.entryOf(opId);
    if (entry?.attempts === attempts && (isWaiting(entry) || isOrphan(browser, entry)))
      onViolation('not tried', `${mutationName(entry)} ${JSON.stringify(body)}`);
  }
}

/** True where nothing stops the signed-in user's outbox from being sent. */
function isFree(browser: Browser): boolean {
  const { session, network, leaving } = browser;
  if (!session || leaving || !network.tokens.has(session.token) || network.faultMix.share > 0) return false;
  if (browser.entriesOf(session.userId).some((entry) => entry.status === 'sending' && !isOrphan(browser, entry))) return false;
  return browser.alive().some((tab) => tab.process.state === 'running' && !tab.isOffline());
}

const isWaiting = ({ status }: OutboxEntry): boolean => status === 'pending' || status === 'indeterminate';

/** The entry was being sent by a tab that is gone or frozen. */
function isOrphan(browser: Browser, { status, opId }: OutboxEntry): boolean {
  const senders = browser.alive().filter(({ process }) => process.claims?.has(opId) === true && process.state === 'running');
  return status === 'sending' && senders.length === 0;
}

/** Entries without an earlier one of the same record and without dependencies that are due within this time. */
function dueWithin(browser: Browser, ms: number): readonly OutboxEntry[] {
  const { outbox, meta } = browser.disk.tables;
  const now = browser.scheduler.now();
  const entries = browser.entriesOf(browser.session?.userId ?? '').filter(({ status }) => status !== 'rejected');
  const present = new Set(outbox.rows().map(({ opId }) => opId));
  const held = meta.get('apiHold')?.value as { readonly at: number; readonly until: number } | undefined;
  const until = held && now >= held.at ? held.until : 0;
  const isFirst = (entry: OutboxEntry) =>
    !entries.some((other) => other.seq < entry.seq && other.target.entity === entry.target.entity && other.target.id === entry.target.id);
  const isNext = (entry: OutboxEntry) =>
    entry.mutation !== 'create' || entries.find((other) => mutationName(other) === mutationName(entry)) === entry;
  return entries.filter((entry) => {
    const next = entry.nextAttemptAt ?? 0;
    const dueAt = Math.max(next > now + longestMs ? 0 : next, until);
    return (
      (isWaiting(entry) || isOrphan(browser, entry)) &&
      dueAt <= now + ms &&
      isFirst(entry) &&
      isNext(entry) &&
      !entry.dependsOn.some((opId) => present.has(opId))
    );
  });
}

/** Facts about the signed-in user's outbox that a tab does not know or has not reported. Call it while the simulation is idle. */
export function notKnown(browser: Browser, userId: string): readonly string[] {
  const rows = browser.disk.tables.outbox.rows().filter((row) => row['userId'] === userId);
  // Other code left these entries here without a notification.
  const isForeign = rows.some((row) => readEntry(row).kind === 'unreadable');
  const attention = rows.map(readEntry).filter((read) => read.kind === 'unreadable' || isForAttention(read.entry)).length;
  const expected = {
    pending: rows.length - attention,
    attention,
    isUnderWay: rows.some(({ status }) => status === 'sending'),
  };
  return browser.alive().flatMap(({ process, known }) => {
    if (process.state !== 'running') return [];
    const { summary, unreported } = known();
    const differs = (name: keyof typeof expected) => !isForeign && summary?.of === userId && summary[name] !== expected[name];
    const wrong = (['pending', 'attention', 'isUnderWay'] as const).filter(differs);
    const text = wrong.map((name) => `${name} is ${String(summary?.[name])}, not ${String(expected[name])}`);
    return [...text, ...unreported].map((what) => `${process.name}: ${what}`);
  });
}
