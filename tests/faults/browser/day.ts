import { mutationName } from '#contract/outbox-entry.ts';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import { homepage } from '../../e2e/models/homepage.ts';
import { syncCenter } from '../../e2e/models/sync-center.ts';
import { Random } from '../simulator/random.ts';
import { compared, type Finding } from './compared.ts';
import { drained } from './drained.ts';
import { FaultSchedule, faults } from './fault-schedule.ts';
import { Ledger } from './ledger.ts';
import { needsPerson, outboxLog, outboxRows } from './outbox-rows.ts';
import { Person } from './person.ts';
import { bringToDevice, openHomepage } from './slowly.ts';
import { Tabs } from './tabs.ts';
import { traceOf } from './trace.ts';
import { openWorld } from './world.ts';

interface DayOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly keys: boolean;
  readonly deletes: boolean;
}

type Act =
  | 'saveSettings'
  | 'addBlock'
  | 'editBlock'
  | 'toggleBlock'
  | 'moveBlock'
  | 'deleteBlock'
  | 'upload'
  | 'reload'
  | 'close'
  | 'crash';

const acts: readonly (readonly [weight: number, act: Act])[] = [
  [8, 'saveSettings'],
  [5, 'addBlock'],
  [4, 'editBlock'],
  [2, 'toggleBlock'],
  [2, 'moveBlock'],
  [2, 'deleteBlock'],
  [2, 'upload'],
  [1, 'reload'],
  [2, 'close'],
  [2, 'crash'],
];

/** Mostly creates and deletes of blocks. */
const actsOfDeletes: typeof acts = [
  [1, 'saveSettings'],
  [8, 'addBlock'],
  [2, 'editBlock'],
  [1, 'toggleBlock'],
  [8, 'deleteBlock'],
  [1, 'reload'],
  [1, 'close'],
  [1, 'crash'],
];

/** The number of tabs in which people work at the same time, often on the same screen. */
const lanes = 3;

/** There is one order and one favicon: if two people changed it, either result would be right. */
const onlyFirst: ReadonlySet<Act> = new Set(['moveBlock', 'upload']);

/**
 * People work in several tabs through a bad network for some minutes; then the network recovers, and the server must have what the screen
 * promised.
 */
export async function runDay({ minutes, seed, keys, deletes }: DayOptions): Promise<boolean> {
  const random = new Random(seed);
  const schedule = new FaultSchedule(random.fork());
  await using world = await openWorld({ draw: (isWrite) => schedule.draw(isWrite), holdMs: () => schedule.holdMs(), keys });
  const { site, context } = world;
  const ledger = new Ledger();
  const gaveUp: string[] = [];
  const tabs = new Tabs(world);
  await tabs.withPage(async (page) => {
    await openHomepage(page, site.id);
    await bringToDevice(page);
  });

  schedule.begin();
  const endsAt = performance.now() + minutes * 60_000;
  const works = async (lane: number, own: Random) => {
    const person = new Person({ lane, random: own.fork(), ledger, site });
    let tab = await tabs.open();
    while (performance.now() < endsAt) {
      const act = own.weighted((deletes ? actsOfDeletes : acts).filter(([, name]) => lane === 0 || !onlyFirst.has(name)));
      const patience = own.chance(0.25) ? 'leaves' : 'waits';
      try {
        if (act === 'reload') await tab.page.reload();
        else if (act === 'close' || act === 'crash') tab = await tabs.end(tab, act);
        else await person[act](tab.page, tab.name, patience);
        const isEnding = deletes && (act === 'addBlock' || act === 'deleteBlock') && own.chance(0.4);
        if (isEnding) tab = await tabs.end(tab, own.chance(0.5) ? 'close' : 'crash');
      } catch (error) {
        // A crashed tab takes other tabs in its process with it.
        gaveUp.push(
          `${(ledger.now() / 1000).toFixed(1)} s, tab ${tab.name}, ${act}, ${schedule.phaseName}: ${String(error).split('\n')[0]}`,
        );
        tab = await tabs.end(tab, 'close');
      }
    }
    await tab.page.close();
  };
  const telling = setInterval(
    () => console.log(`… ${(ledger.now() / 1000).toFixed(0)} s, ${ledger.entries.length} changes, ${schedule.phaseName}`),
    60_000,
  );
  await Promise.all(Array.from({ length: lanes }, (_, lane) => works(lane, random.fork())));
  clearInterval(telling);
  schedule.heal();
  const last = await context.newPage();
  await openHomepage(last, site.id);
  const healedAt = performance.now();
  const { left, stuck } = await drained(last);
  const drainMs = performance.now() - healedAt;

  const { findings, asked } = await compared({ api: world.api, websiteId: site.id, ledger, left, effects: world.proxy.effects, keys });
  const all: Finding[] = [...findings];
  // A screen that shows a value which the server does not have makes a wrong promise.
  await openHomepage(last, site.id);
  const shown = await homepage(last).labels();
  const stored = (await world.api.blocks(site.id)).filter(({ key }) => key !== footerBlockKey).map(({ label }) => label);
  if (left.length === 0 && shown.join('\n') !== stored.join('\n'))
    all.push({ kind: 'differs', what: `the list shows ${shown.join(', ')}; the server has ${stored.join(', ')}` });
  if (left.length > 0) {
    const center = syncCenter(last);
    await center.open();
    const cards = center.drawer.getByRole('listitem').filter({ has: last.getByRole('button', { name: 'Discard' }) });
    await cards.first().waitFor();
    const entries = await outboxRows(last);
    if ((await cards.count()) !== entries.length)
      all.push({ kind: 'lost', what: `the device holds ${entries.length} changes, the sync centre shows ${await cards.count()}` });
    for (const text of await cards.allTextContents()) console.log(`In the sync centre: ${text}`);
  }

  const counted = (kind: Finding['kind']) => all.filter((finding) => finding.kind === kind).length;
  const promised = (wanted: string) => ledger.entries.filter((entry) => entry.promised === wanted).length;
  console.log(`seed ${seed}, ${minutes} min, ${keys ? 'an API that keeps to the contract' : 'an API that ignores keys and knows no tags'}`);
  console.log(
    `changes: ${ledger.entries.length} (saved ${promised('server')}, saved on this device ${promised('device')}, nothing said or refused ${promised('none')})`,
  );
  console.log(`writes sent: ${world.proxy.writes()}, taken by the API: ${world.proxy.effects.length}`);
  const { all: resent, keptBack } = world.proxy.resends();
  console.log(`sent again by the browser itself: ${resent}, of which the API would have taken again and did not get: ${keptBack}`);
  console.log(`faults: ${faults.map((fault) => `${fault} ${schedule.hits.get(fault) ?? 0}`).join(', ')}`);
  console.log(`tabs closed: ${tabs.closed}, crashed: ${tabs.crashed}, given up by the person: ${gaveUp.length}`);
  console.log(`drained in ${(drainMs / 1000).toFixed(1)} s after healing; left ${left.length}, stuck ${stuck.length}`);
  for (const line of gaveUp) console.log(`given up: ${line}`);
  for (const { said, n, change } of ledger.entries.filter((entry) => entry.promised === 'none' && entry.said !== ''))
    console.log(`refused: change ${n} ${JSON.stringify(change)}: ${said}`);
  for (const row of left)
    console.log(
      `left: ${mutationName(row)} ${row.status}, attempts ${row.attempts}, ${JSON.stringify(row.lastError)}, ${JSON.stringify(row.body)}, base ${JSON.stringify(row.base)}`,
    );
  const ids = new Map((await world.api.blocks(site.id)).map(({ id, label }) => [label, id]));
  const trace = { ledger, passages: world.proxy.passages, ids, log: await outboxLog(last) };
  for (const { kind, what } of all) console.log([`${kind}: ${what}`, ...traceOf(what, trace)].join('\n  '));
  console.log(
    `lost: ${counted('lost')}, doubled: ${counted('doubled')}, reordered: ${counted('reordered')}, shown otherwise: ${counted('differs')}, asked: ${asked} (${left.filter(needsPerson).length} entries, ${left.filter(({ status }) => status === 'conflict').length} of them conflicts)`,
  );
  return all.length === 0 && stuck.length === 0;
}
