import { Browser } from './browser.ts';
import { compare, falseConflicts, type Finding } from './compare.ts';
import { clear } from './fake-network.ts';
import type { ServerOptions } from './fake-server.ts';
import { People } from './people.ts';
import { Random } from './random.ts';
import { type Step, stepsOf } from './step.ts';

/** Within so much simulated time after everything works again, each change is on the server or waits for a person. ms. */
const healMs = 60_000;

export interface Outcome {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly findings: readonly Finding[];
  readonly saves: number;
  readonly crashes: number;
  readonly asked: number;
  readonly hits: ReadonlyMap<string, number>;
}

/** Every second seed meets a server that ignores `Idempotency-Key` and knows no ETag, every third one without the bulk order. */
export function optionsOf(seed: number): ServerOptions {
  return { honoursKeys: seed % 2 === 0, givesTags: seed % 2 === 0, hasBulkOrder: seed % 3 !== 0 };
}

/** Runs the schedule of a seed, or only some of its steps. */
export async function runSchedule(seed: number, only?: readonly number[]): Promise<Outcome> {
  const browser = new Browser(seed, optionsOf(seed));
  const people = new People(browser);
  const all = stepsOf(new Random(seed ^ 0x5eed));
  const steps = only ? all.filter((_, at) => only.includes(at)) : all;
  const findings: Finding[] = [];
  const conflicts = new Set<string>();
  try {
    await browser.open();
    for (const step of steps) {
      await people.take(step);
      await watchConflicts(browser, people, conflicts, findings);
    }
    await heal(browser);
    for (const userId of ['u1', 'u2']) findings.push(...(await endOf(browser, people, userId, conflicts, findings)));
  } catch (error) {
    findings.push({ kind: 'violation', what: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
  }
  for (const { kind, what } of browser.violations) findings.push({ kind: 'violation', what: `${kind}: ${what}` });
  for (const tab of browser.alive()) tab.crash();
  return {
    seed,
    steps,
    findings,
    saves: people.promises.all.length,
    crashes: browser.crashes,
    asked: people.asked.size,
    hits: browser.hits,
  };
}

/** Looks at each new question to a person in the moment in which it is asked. */
async function watchConflicts(browser: Browser, people: People, seen: Set<string>, findings: Finding[]): Promise<void> {
  const userId = browser.session?.userId;
  const tab = browser.alive().find((one) => one.process.state === 'running');
  if (!tab || userId === undefined) return;
  const asked = browser.entriesOf(userId).filter(({ status }) => status === 'conflict' || status === 'parked');
  for (const row of asked) {
    people.asked.set(row.opId, row.lastError?.code ?? '');
    if (row.status !== 'conflict' || seen.has(row.opId)) continue;
    seen.add(row.opId);
    findings.push(...falseConflicts(row, browser.server, await people.labels(tab, userId)));
  }
}

async function heal(browser: Browser): Promise<void> {
  browser.network.weather = clear;
  browser.healDisk();
  browser.healTabs();
  browser.scheduler.dropComing();
  if (browser.alive().length === 0) await browser.open();
  // Whoever was leaving has left.
  if (browser.leaving) await browser.scheduler.advance(30_000);
}

async function endOf(
  browser: Browser,
  people: People,
  userId: string,
  conflicts: Set<string>,
  findings: Finding[],
): Promise<readonly Finding[]> {
  const changes = people.promises.all.filter((change) => change.userId === userId);
  if (changes.length === 0) return [];
  if (browser.session && browser.session.userId !== userId) await people.signOut({ keep: true, after: 0, leavingMs: 0 });
  browser.signIn(userId);
  await browser.scheduler.advance(healMs);
  const tab = await browser.tab(0);
  await watchConflicts(browser, people, conflicts, findings);
  const entries = await browser.run(tab.store.outbox.list(userId));
  const labelOf = await people.labels(tab, userId);
  return compare({ userId, changes, entries, labelOf, server: browser.server, log: [] });
}
