import type { Browser, Page } from 'playwright';
import * as v from 'valibot';
import { idSchema } from '#contract/entities/id.ts';
import { demo } from '../support/accounts.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { clickUntilReady, loadUntilReady, type ReadyCondition } from '../support/stopwatch.ts';
import { type Lengths, longWebsite, searchedRedirect, searchedWebsite, seedLists } from './seed-lists.ts';
import { openBrowsers, startSide } from './sides.ts';
import { median } from './statistics.ts';
import { type Bench, newContext } from './visit.ts';

/** Prints how long lists take to open, to show their last page and to search, with few records and with many. */
const few: Lengths = { redirects: 1_000, websites: 1_000 };
const many: Lengths = { redirects: 100_000, websites: 10_000 };
/** A list a hundred times as long may take a fifth longer: an index has more levels, and the server counts the rows. */
const flat = 1.2;
const rounds = Number(process.argv[2] ?? 9);
/** The console searches once nobody has typed for so long, however long the list is. ms. */
const pauseMs = 250;

interface LongList {
  readonly name: string;
  readonly path: string;
  /** Of the API. */
  readonly call: string;
  readonly search: (count: number) => string;
  readonly count: (lengths: Lengths) => number;
}

const lists: readonly LongList[] = [
  {
    name: 'redirects',
    path: `/website/${longWebsite}/admin/redirects`,
    call: `/websites/${longWebsite}/redirects`,
    search: searchedRedirect,
    count: (lengths) => lengths.redirects,
  },
  { name: 'websites', path: '/websites', call: '/websites', search: searchedWebsite, count: (lengths) => lengths.websites },
];

const steps = ['usable table', 'last page', 'search result'] as const;

interface Console {
  readonly lengths: Lengths;
  readonly bench: Bench;
  readonly api: Api;
}

/** A server of its own with lists of these lengths, and a browser profile that is signed in there. */
async function openConsole(browser: Browser, lengths: Lengths): Promise<Console> {
  const bench = await startSide(made, browser, { seed: (dataDir) => seedLists(dataDir, lengths) });
  return { lengths, bench, api: await signedInApi(bench.origin, demo) };
}

const idsSchema = v.object({ data: v.array(v.object({ id: idSchema })), pagination: v.object({ last_page: v.number() }) });

async function rowOf(api: Api, call: string): Promise<{ readonly id: string; readonly lastPage: number }> {
  const answer = v.parse(idsSchema, await (await api.call('GET', call)).json());
  const id = answer.data.at(-1)?.id;
  if (id === undefined) throw new Error(`${call} has no rows.`);
  return { id, lastPage: answer.pagination.last_page };
}

const shows = (id: string): ReadyCondition => ({ selector: `main tr[data-row="${id}"] a` });

/** The times of one visit in a new profile, ms, in the order of `steps`. */
async function visit({ bench, api, lengths }: Console, list: LongList): Promise<readonly number[]> {
  const { lastPage } = await rowOf(api, list.call);
  const last = await rowOf(api, `${list.call}?page=${lastPage}`);
  const wanted = list.search(Math.round(list.count(lengths) / 2));
  const found = await rowOf(api, `${list.call}?q=${encodeURIComponent(wanted)}`);
  const context = await newContext(bench, { signedIn: true, first: { selector: 'main table tbody a' } });
  const page = await context.newPage();
  await page.goto(list.path);
  const { at } = await loadUntilReady(page);
  const toLast = await clickUntilReady(page, () => lastPageButton(page).click(), shows(last.id));
  const toFound = await clickUntilReady(page, () => page.getByRole('searchbox').fill(wanted), shows(found.id));
  await context.close();
  return [at, toLast, toFound - pauseMs];
}

const lastPageButton = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Last page' });

await using made = new AsyncDisposableStack();
const { paced: browser } = made.use(await openBrowsers());
const consoles = [await openConsole(browser, few), await openConsole(browser, many)];
console.log(`Both are seeded: ${rounds} visits of each.`);
let missed = 0;
for (const list of lists) {
  /** By console and step. */
  const samples = consoles.map(() => steps.map((): number[] => []));
  // The first round warms servers, browser and disk. In turns, so that both meet the same noise.
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, one] of consoles.entries()) {
      const times = await visit(one, list);
      if (round > 0) for (const [step, time] of times.entries()) samples[at]?.[step]?.push(time);
    }
  const counts = consoles.map(({ lengths }) => list.count(lengths).toLocaleString('en'));
  console.log(`\n${list.name}: medians of ${rounds} visits, with ${counts.join(' and ')}`);
  for (const [step, name] of steps.entries()) {
    const [small = Number.NaN, large = Number.NaN] = samples.map((each) => median(each[step] ?? []));
    const isFlat = large / small <= flat;
    if (!isFlat) missed += 1;
    console.log(
      `  ${name.padEnd(15)}${`${small.toFixed(0)} ms`.padStart(9)}${`${large.toFixed(0)} ms`.padStart(9)}${(large / small).toFixed(2).padStart(7)}x  ${isFlat ? 'flat' : `MORE THAN ${flat}x`}`,
    );
  }
}
console.log(`\nA search counts from the end of the ${pauseMs} ms in which the console waits for more letters.`);
console.log(missed === 0 ? `Nothing takes more than ${flat} times as long.` : `${missed} take more than ${flat} times as long.`);
