import type { SettingWrite } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import { changeBlocks } from './block-changes.ts';
import { contactsNow } from './contacts.ts';
import { placeOfId, secondMark, type WebsiteId, websiteIds } from './places.ts';
import { Random } from './random.ts';
import { changeRecords } from './record-changes.ts';
import { draw as drawOfRecords } from './record-draw.ts';
import type { Effect } from './server-request.ts';
import type { Simulation, Take } from './simulation.ts';
import { settingsFields, type Step, stepOf } from './step.ts';
import { hold } from './waiting.ts';

type BothStep = Take<'bothWebsites'>;
type BothChange = BothStep['changes'][number];

/** Steps that people take on the second website as on the first. The path of the call that hides a block names no website. */
const elsewhere: ReadonlySet<Step['kind']> = new Set<Step['kind']>([
  'save',
  'block',
  'visit',
  'colleague',
  'wait',
  'record',
  'recordVisit',
  'recordColleague',
  'recordWait',
]);
const isOffered = (step: Step, hasBulkOrder: boolean): boolean => {
  if (!elsewhere.has(step.kind)) return false;
  const what = step.kind === 'block' ? step.change : step.kind === 'wait' ? step.what : null;
  // An order may go block by block, by calls whose paths name no website.
  return what !== 'show' && what !== 'upload' && (what !== 'order' || hasBulkOrder);
};

function bothOf(random: Random, hasBulkOrder: boolean): Step {
  const blockChanges = ['settings', 'settings', 'delete', 'create', ...(hasBulkOrder ? (['order'] as const) : [])] as const;
  const recordChanges = ['edit', 'edit', 'edit', 'null', 'delete', 'act', 'create'] as const;
  const changeOf = (): BothChange => {
    const website = random.pick(websiteIds);
    const at = random.chance(0.7) ? 0 : random.int(3);
    const what = random.pick(['record', 'record', 'block', 'block', 'setting'] as const);
    if (what === 'record') return { what, website, at, change: random.pick(recordChanges) };
    return what === 'block' ? { what, website, at, change: random.pick(blockChanges) } : { what, website, at };
  };
  return {
    kind: 'bothWebsites',
    dice: random.int(1_000_000_000),
    tab: random.int(3),
    why: random.pick(['offline', 'offline', 'held', 'expired', 'tab dies'] as const),
    changes: Array.from({ length: 2 + random.int(5) }, changeOf),
  };
}

/** Mixes work on a second website into every seventh schedule. The records there have the ids of those on the first. */
export function withSecondWebsite(steps: readonly Step[], hasBulkOrder: boolean, random: Random): readonly Step[] {
  if (!random.chance(0.15)) return steps;
  let all = steps;
  for (let count = 1 + random.int(2); count > 0; count -= 1) {
    const drawn = random.chance(0.5) ? stepOf(random) : drawOfRecords(random);
    const one: Step = isOffered(drawn, hasBulkOrder) ? { ...drawn, website: 'w2' } : bothOf(random, hasBulkOrder);
    all = all.toSpliced(random.int(all.length + 1), 0, one);
  }
  return all;
}

export const isOfSecondWebsite = ({ kind, website }: Step): boolean => kind === 'bothWebsites' || website === 'w2';

/** While nothing can be sent, records with the same ids are changed on both websites in turn; then the outbox is sent. */
export async function changeBothWebsites(people: Simulation, step: BothStep, random: Random): Promise<void> {
  const { browser } = people;
  const tab = await browser.tab(step.tab);
  if (browser.session === null || tab.process.state !== 'running') return;
  for (const website of websiteIds) await people.on(website, () => people.visit(tab));
  const goOn = await hold(people, step.why, tab, random);
  for (const change of step.changes) {
    people.promises.moment += 1;
    await people.on(change.website, () => changeOne(people, step, change));
  }
  goOn();
  await browser.scheduler.runUntilIdle();
  await browser.scheduler.advance(random.pick([50, 6_000]));
}

async function changeOne(people: Simulation, { dice, tab }: BothStep, change: BothChange): Promise<void> {
  const random = new Random(dice + people.count);
  const common = { dice, tab, twice: false, ownFaults: null } as const;
  if (change.what === 'block') {
    const blockId = `w1-banner${change.at}`;
    return changeBlocks(people, { ...common, kind: 'block', change: change.change, blockId }, random);
  }
  if (change.what === 'record') {
    const label = `${['A', 'B', 'D'][change.at] ?? ''}${people.mark}`;
    return changeRecords(people, { ...common, change: change.change, label, isStale: false, reads: false, visiting: false }, random);
  }
  const tabNow = await people.browser.tab(tab);
  const [category, keys] = settingsFields[0] ?? random.pick(settingsFields);
  await people.look(tabNow);
  const write = (key: string): SettingWrite => ({ key, category, type: null, value: people.newValue('new') });
  people.beginSubmit(tabNow, keys.slice(change.at, change.at + 1).map(write));
  await people.browser.scheduler.runUntilIdle();
}

const textsIn = (value: Json): readonly string[] =>
  Array.isArray(value) ? value.flatMap(textsIn) : typeof value === 'string' ? [value] : [];
const typed = /^\s*(?:\S* )?(?:v|t|bad|L|R|T)\d+(?<mark>@w2)?\s*$/u;

function websiteOf({ record, value }: Effect): WebsiteId {
  const [kind = '', of = ''] = record.split('/');
  const id = kind === 'contact' ? of : kind === 'contacts' ? String(value) : null;
  return id === null ? (of === 'w2' ? 'w2' : 'w1') : placeOfId(id) === 'w2~' ? 'w2' : 'w1';
}

/** What a device has sent to another website than the one where it was typed. */
export function sentElsewhere(effects: readonly Effect[]): readonly string[] {
  return effects.flatMap((effect) => {
    const { key, kind, record, field, value } = effect;
    // Contacts of an account are the same on both of its websites.
    if (key === null || (record.startsWith('contact') && contactsNow().scope === 'account')) return [];
    const website = websiteOf(effect);
    const texts = kind === 'created' ? [field] : kind === 'field' ? textsIn(value) : [];
    const isWrong = (text: string) => typed.test(text) && text.includes(secondMark) !== (website === 'w2');
    return texts.filter(isWrong).map((text) => `${text} is on ${website}: ${kind} ${record} ${field}`);
  });
}
