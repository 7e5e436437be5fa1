import { orderField } from '#contract/resources/blocks.ts';
import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { Browser } from './browser.ts';
import { leakingTables, staleFields } from './cache-check.ts';
import { compare, type Finding } from './compare.ts';
import { registerContacts } from './contacts.ts';
import { askedKey } from './simulation.ts';
import { EntryWatch } from './entry-watch.ts';
import { withFormSteps } from './form-draw.ts';
import { noFaults } from './fake-network.ts';
import type { ServerOptions } from './fake-server.ts';
import { sendsLate } from './back-off-check.ts';
import { signOut } from './leave.ts';
import { overwrote, overwroteOrders } from './overwrote.ts';
import { People, unreadableValue } from './people.ts';
import { Random } from './random.ts';
import { usesWebStorage, withStoreSteps } from './store-draw.ts';
import { withRareSteps } from './rare-steps.ts';
import { isOfRecords, withRecordSteps } from './record-draw.ts';
import { isOfSecondWebsite, withSecondWebsite } from './second-website.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import { type Step, stepsOf } from './step.ts';

/** Within this much simulated time after all faults end, each change must be on the server or need attention. ms. */
const healMs = 60_000;
/** The clock difference that `findUploaded` allows. ms. */
const daysAhead = 2 * 86_400_000;

export interface ScheduleResult {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly findings: readonly Finding[];
  readonly saves: number;
  readonly crashes: number;
  readonly asked: number;
  readonly hits: ReadonlyMap<string, number>;
}

/** Every second seed gets a server that ignores `Idempotency-Key` and has no ETags; every third one lacks the call for orders. */
export function optionsOf(seed: number): ServerOptions {
  return { honoursKeys: seed % 2 === 0, givesTags: seed % 2 === 0, hasBulkOrder: seed % 3 !== 0 };
}

/** Runs the schedule of a seed, or only some of its steps, on an empty device. */
export async function runScheduleOn(device: SimulatedDevice, seed: number, only?: readonly number[]): Promise<ScheduleResult> {
  registerContacts({ areFindable: seed % 5 !== 0, scope: seed % 7 === 0 ? 'account' : 'website' });
  const browser = new Browser(seed, optionsOf(seed), device);
  const people = new People(browser);
  const random = new Random(seed ^ 0x5eed);
  // Drawn after all others, so that the others stay the same: without these steps a seed does what it did before they were added.
  const drawn = withRecordSteps(withRareSteps(stepsOf(random), random), random);
  const withForms = withFormSteps(withSecondWebsite(drawn, browser.server.options.hasBulkOrder, random), random);
  const all = withStoreSteps(withForms, random);
  browser.usesWebStorage = all.some(usesWebStorage);
  browser.hasSecondWebsite = all.some(isOfSecondWebsite);
  browser.hasContacts = browser.hasSecondWebsite || all.some((step) => isOfRecords(step) || step.kind === 'form');
  const steps = only ? all.filter((_, at) => only.includes(at)) : all;
  const findings: Finding[] = [];
  const watch = new EntryWatch(browser, people);
  people.onAttend = () => watch.look();
  try {
    await browser.open();
    for (const step of steps) {
      await people.take(step);
      await watch.look();
    }
    await heal(browser, seed);
    for (const name of leakingTables(browser)) browser.onViolation('secret kept', name);
    for (const userId of ['u1', 'u2']) findings.push(...(await endOf(browser, people, watch, userId)));
  } catch (error) {
    findings.push({ kind: 'violation', what: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
  }
  findings.push(...watch.findings);
  for (const { kind, what } of browser.violations) findings.push({ kind: 'violation', what: `${kind}: ${what}` });
  for (const tab of browser.alive()) tab.crash();
  await device.close();
  const result = {
    seed,
    steps,
    findings,
    saves: people.promises.all.length,
    crashes: browser.crashes,
    asked: people.asked.size,
    hits: browser.hits,
  };
  // Results that people of this schedule receive from here on do not count.
  for (const tab of browser.tabs) tab.letGo();
  return result;
}

/** Ends all faults. In some schedules a frozen tab stays frozen: others take over its work within seconds. */
async function heal(browser: Browser, seed: number): Promise<void> {
  browser.network.faultMix = noFaults;
  browser.healDisk();
  browser.scheduler.forgetLater();
  browser.healTabs({ exceptFrozen: seed % 3 === 0 && !browser.leaving });
  await browser.runningTab();
  // A user who was signing out has left.
  if (browser.leaving) await browser.scheduler.advance(30_000);
}

async function endOf(browser: Browser, people: People, watch: EntryWatch, userId: string): Promise<readonly Finding[]> {
  const changes = people.promises.all.filter((change) => change.userId === userId);
  if (changes.length === 0) return [];
  if (browser.session && browser.session.userId !== userId) await signOut(people, { keep: true, after: 0, leavingMs: 0 });
  const late = people.wasLate || (await sendsLate(browser, userId));
  const isSignedIn = () => browser.session?.userId === userId && browser.network.tokens.has(browser.session.token);
  if (!isSignedIn()) browser.signIn(userId);
  const sendingThen = new Map(
    browser.entriesOf(userId).flatMap(({ opId, status, attempts }) => (status === 'sending' ? [[opId, attempts] as const] : [])),
  );
  await browser.scheduler.advance(healMs);
  // Where only the preflight read was given up, the entry stays as it was. A later attempt met no fault.
  const wasNotRead = ({ opId, status, attempts, lastError }: OutboxEntry) =>
    status === 'pending' && lastError?.code === 'no_answer' && attempts === sendingThen.get(opId);
  const wasGivenUp = (entry: OutboxEntry) => sendingThen.has(entry.opId) && (entry.status === 'indeterminate' || wasNotRead(entry));
  // A request that had left before the faults ended was given up half a minute later, and its back-off began then.
  if (browser.entriesOf(userId).some(wasGivenUp)) await browser.scheduler.advance(healMs);
  // The answer to a request that had left before the faults ended has ended the sign-in.
  if (!isSignedIn()) {
    browser.signIn(userId);
    await browser.scheduler.advance(healMs);
  }
  const tab = await browser.runningTab();
  await watch.look();
  const entries = await browser.run(tab.store.outbox.list(userId));
  const labelOf = await people.labels(tab, userId);
  const { server } = browser;
  const isQuiet = entries.length === 0;
  for (const what of isQuiet ? staleFields(browser, userId) : []) browser.onViolation('stale cache', what);
  const unreadable = entries.filter(({ kind }) => kind === 'unreadable').length;
  const expected = people.unreadable.get(userId) === null ? unreadable : (people.unreadable.get(userId) ?? 0);
  if (unreadable !== expected) browser.onViolation('unreadable entry', `${unreadable} are left`);
  if (server.effects.some(({ value }) => JSON.stringify(value) === JSON.stringify([unreadableValue])))
    browser.onViolation('unreadable entry', 'was sent');
  const hasFrozen = browser.hits.has('freeze');
  const wasAhead = browser.scheduler.mostAhead > daysAhead;
  const hasDecided = (field: string, theirs: Json) => watch.hasDecided(userId, field, theirs);
  // The person discards without having read the conflict that the entry was about to get.
  const hasRead = (field: string, theirs: Json, order: number) =>
    hasDecided(field, theirs) || (people.shown.get(askedKey(userId, field, theirs)) ?? Number.POSITIVE_INFINITY) <= order;
  return [
    ...compare({ userId, changes, entries, labelOf, server, wasAhead, hasDecided, wasRejected: watch.wasRejected }),
    ...overwrote({ userId, changes, server, atRest: people.atRest, hasFrozen, hasRead }).map(
      (what) => ({ kind: 'overwrote', what }) as const,
    ),
    ...overwroteOrders(
      { userId, changes, server },
      watch.wasAskedAbout(userId, orderField),
      (opId) => browser.indeterminateOrders.get(opId) ?? null,
    ).map((what) => ({ kind: 'overwrote', what }) as const),
    ...(late ? [{ kind: 'not delivered', what: 'a restored connection did not end a wait' } as const] : []),
  ];
}
