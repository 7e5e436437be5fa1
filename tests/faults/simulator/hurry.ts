import type { Browser } from './browser.ts';

/** Within so much a console that is online again begins to send what waited. ms. */
const hurryMs = 1_500;
const lookMs = 500;
/** The API may be asked for again so late. ms. */
const probedMs = 60_000;

/** Where every tab knew that it was offline: whether waits of our own making go on when the API answers again. */
export async function isLate(browser: Browser, userId: string): Promise<boolean> {
  const { session, scheduler, network } = browser;
  const tabs = browser.alive();
  const areOffline = tabs.length > 0 && tabs.every((tab) => tab.process.state === 'running' && tab.isOffline());
  if (session?.userId !== userId || !network.tokens.has(session.token) || !areOffline) return false;
  // What is being sent at that moment may fail later, and begins a wait of its own.
  const before = waitsOf(browser, userId);
  for (let waited = 0; waited < probedMs && tabs.some((tab) => tab.isOffline()); waited += lookMs) await scheduler.advance(lookMs);
  // Cut off, or gone.
  if (tabs.some((tab) => tab.isOffline() || tab.process.state !== 'running')) return false;
  await scheduler.advance(hurryMs);
  const now = scheduler.now();
  return [...waitsOf(browser, userId)].some(([opId, { attempts, until }]) => until > now && before.get(opId)?.attempts === attempts);
}

/** The waits of our own making, by entry. */
function waitsOf(browser: Browser, userId: string): ReadonlyMap<string, { readonly attempts: number; readonly until: number }> {
  const entries = browser.entriesOf(userId).filter(({ status }) => status === 'pending' || status === 'indeterminate');
  const ours = entries.filter(({ lastError }) => lastError?.code !== 'told_to_wait');
  return new Map(ours.map(({ opId, attempts, nextAttemptAt }) => [opId, { attempts, until: nextAttemptAt ?? 0 }]));
}
