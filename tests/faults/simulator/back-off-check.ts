import type { Browser } from './browser.ts';

/** A console that is online again begins to send its pending entries within this time. ms. */
const sendWithinMs = 1_500;
const lookMs = 500;
/** The latest moment at which the connection probe runs again. ms. */
const probedMs = 60_000;

/** Checks that our own back-off ends when the API answers again, where every tab knew that it was offline. */
export async function sendsLate(browser: Browser, userId: string): Promise<boolean> {
  const { session, scheduler, network } = browser;
  const tabs = browser.alive();
  const areOffline = tabs.length > 0 && tabs.every((tab) => tab.process.state === 'running' && tab.isOffline());
  if (session?.userId !== userId || !network.tokens.has(session.token) || !areOffline) return false;
  // An entry that is being sent at that moment may fail later and begin a back-off of its own.
  const before = waitsOf(browser, userId);
  for (let waited = 0; waited < probedMs && tabs.some((tab) => tab.isOffline()); waited += lookMs) await scheduler.advance(lookMs);
  // The tab was disconnected, or is gone.
  if (tabs.some((tab) => tab.isOffline() || tab.process.state !== 'running')) return false;
  await scheduler.advance(sendWithinMs);
  const now = scheduler.now();
  return [...waitsOf(browser, userId)].some(([opId, { attempts, until }]) => until > now && before.get(opId)?.attempts === attempts);
}

/** The back-off of each entry, without waits that the server asked for. */
function waitsOf(browser: Browser, userId: string): ReadonlyMap<string, { readonly attempts: number; readonly until: number }> {
  const entries = browser.entriesOf(userId).filter(({ status }) => status === 'pending' || status === 'indeterminate');
  const ours = entries.filter(({ lastError }) => lastError?.code !== 'told_to_wait');
  return new Map(ours.map(({ opId, attempts, nextAttemptAt }) => [opId, { attempts, until: nextAttemptAt ?? 0 }]));
}
