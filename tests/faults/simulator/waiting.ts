import type { SettingWrite } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import { attend } from './attention.ts';
import { changeBlocks } from './block-changes.ts';
import type { Simulation, Take } from './simulation.ts';
import { noFaults } from './fake-network.ts';
import { blockKey, movedSetting } from './fake-server.ts';
import { colleague } from './server-request.ts';
import type { ChangePromise } from './promises.ts';
import { onWire } from './places.ts';
import { Random } from './random.ts';
import { editedOf, settingsFields } from './step.ts';
import type { Tab } from './tab.ts';

type BlockWait = Exclude<Take<'wait'>['what'], 'setting' | 'null' | 'refused' | 'upload'>;

/** A change is made that can't be sent yet; a colleague may change the same record; then it is sent. */
export async function wait(people: Simulation, step: Take<'wait'>, random: Random): Promise<void> {
  const { browser } = people;
  const { network, scheduler } = browser;
  const tab = await browser.tab(step.tab);
  const userId = browser.session?.userId;
  if (userId === undefined || tab.process.state !== 'running') return;
  if (step.what !== 'upload' && !(people.hasView(tab) && people.views.get(tab)?.size)) await people.visit(tab);
  const { faultMix } = network;
  const goOn = await hold(people, step.why, tab, random);
  const before = people.promises.all.length;
  const [category, keys] = random.pick(settingsFields);
  const key = random.pick(keys);
  const others = random.chance(0.4) ? editedOf(keys, random).filter((one) => one !== key) : [];
  const edit = async (value: 'new' | 'null' | 'refused', alone: boolean) => {
    if (tab.process.state !== 'running') return;
    await people.look(tab);
    const write = (one: string): SettingWrite => ({ key: one, category, type: null, value: people.newValue(one === key ? value : 'new') });
    people.beginSubmit(tab, [key, ...(alone ? [] : others)].map(write));
    await scheduler.runUntilIdle();
  };
  const { dice, what } = step;
  const change = async (isFirst: boolean) => {
    // Each value follows the one before it, and must not be overwritten by it.
    people.promises.moment += 1;
    if (what === 'setting' || what === 'null' || what === 'refused') await edit(isFirst && what !== 'setting' ? what : 'new', !isFirst);
    else if (what === 'upload')
      await people.take({ kind: 'upload', dice, tab: step.tab, refused: false, names: random.chance(0.8), ownFaults: null });
    else {
      const blockChange = isFirst ? what : nextOf(what, people, random);
      // The same dice each time: they pick the same block, as long as that is there.
      await changeBlocks(
        people,
        { kind: 'block', dice, tab: step.tab, change: blockChange, twice: false, ownFaults: null },
        new Random(dice),
      );
    }
  };
  // A clock that is set back must not put a later change before an earlier one.
  if (random.chance(0.15)) {
    browser.hit('jump');
    scheduler.jump(-3_600_000);
  }
  await change(true);
  const made = people.promises.all.slice(before);
  const looksAgain = step.again === 'anew' && step.why === 'held';
  // A colleague's block of the same name can be distinguished from a pending one only if this device has read it before it sends: only then
  // does a colleague create one.
  const [first] = made;
  // Too late for a preflight read to see it.
  const isLate = step.meets && first?.field.includes('/') === true && random.chance(0.3);
  if (first && isLate) network.whileOnItsWay = () => removeBlock(people, first);
  else if (step.meets) for (const one of made) if (one.kind !== 'create' || looksAgain) meet(people, one);
  if (looksAgain) {
    await people.visit(tab);
    releaseUnseen(people, made);
  }
  if (step.again !== 'no') await change(false);
  // Behind another change of the same block.
  if (step.again === 'yes' && (what === 'settings' || what === 'show')) await change(true);
  network.faultMix = step.faultMix;
  goOn();
  await scheduler.runUntilIdle();
  network.whileOnItsWay = null;
  await scheduler.advance(random.pick([50, 6_000]));
  if (step.faultMix.share > 0) await scheduler.advance(random.pick([1_000, 12_000]));
  network.faultMix = noFaults;
  const isRefused = step.faultMix.faults.includes('422');
  const how = step.how ?? (isRefused ? 'retry' : what === 'order' && step.meets ? 'mine' : null);
  // Behind an order in conflict.
  const isAsked = what === 'order' && step.meets && random.chance(0.5);
  if (isAsked || (how === 'save' && (what === 'order' || what === 'show'))) await change(false);
  else if (how === 'save') {
    const other = keys.find((one) => one !== key) ?? key;
    if (tab.process.state === 'running') {
      await people.look(tab);
      people.promises.moment += 1;
      people.beginSubmit(tab, [{ key: other, category, type: null, value: people.newValue('new') }]);
    }
  } else if (how) await attend(people, { kind: 'attend', dice: step.dice, tab: step.tab, how }, random);
  await scheduler.runUntilIdle();
  network.faultMix = faultMix;
}

/** The next change of a pending block: the same one, or another one. The path of the call that hides a block names no website. */
function nextOf(what: BlockWait, { websiteId }: Simulation, random: Random): BlockWait {
  const show = websiteId === 'w2' ? 'settings' : 'show';
  if (what === 'create' || what === 'copy') return random.pick(['settings', 'settings', 'delete'] as const);
  const other = what === 'settings' ? show : 'settings';
  return what === 'order' ? what : random.pick([what, what, other, 'settings', show, 'delete'] as const);
}

/** Stops the outbox from being sent until the returned function is called. */
export async function hold(people: Simulation, why: Take<'wait'>['why'], tab: Tab, random: Random): Promise<() => void> {
  const { browser } = people;
  const { network, scheduler } = browser;
  switch (why) {
    case 'offline': {
      const tabs = browser.alive().filter((one) => !one.unplugged);
      for (const one of tabs) one.unplugged = true;
      return () => {
        for (const one of tabs) one.unplugged = false;
      };
    }
    case 'held': {
      // The server answers one save by asking for a wait, which holds every call.
      network.faultMix = { share: 1, faults: ['429'] };
      await people.look(tab);
      const [category, keys] = random.pick(settingsFields);
      people.beginSubmit(tab, [{ key: random.pick(keys), category, type: null, value: people.newValue('new') }]);
      await scheduler.runUntilIdle();
      network.faultMix = noFaults;
      return () => undefined;
    }
    case 'expired':
      network.faultMix = noFaults;
      browser.expireSession();
      return () => {
        const { session } = browser;
        if (session && !browser.leaving && !network.tokens.has(session.token)) browser.signIn(session.userId);
      };
    case 'tab dies':
      if (browser.alive().length < 2) await browser.open();
      // The tab's entries are not sent by the tab itself: the others have to notice them.
      if (random.chance(0.5)) tab.unplugged = true;
      else network.faultMix = { share: 1, faults: [random.pick(['request lost', 'answer lost'] as const)] };
      return () => browser.crash(tab);
  }
}

/** A colleague deletes the block of a change. */
function removeBlock({ browser: { server }, websiteId }: Simulation, { field }: ChangePromise): void {
  const [label] = field.split('/');
  const block = server.blocksOf(websiteId).find((one) => one.label === label && !one.static);
  const request = { call: 'deleteBlock', params: { websiteId }, body: null, key: null, ifMatch: null, author: colleague, accountId: '' };
  if (block) server.handle({ ...request, query: { id: block.id } });
}

/** A preflight read that failed has not seen a colleague's block of the same name: the two can't be distinguished. */
function releaseUnseen({ browser: { disk, server, session }, websiteId }: Simulation, made: readonly ChangePromise[]): void {
  const cached = JSON.stringify(disk.tables.resources.get([session?.userId ?? '', blocksKey(websiteId)])?.data ?? null);
  for (const change of made) {
    const theirs = server.blocksOf(websiteId).find(({ id, label }) => label === change.field && server.isColleagues(id));
    if (change.kind === 'create' && theirs && !cached.includes(JSON.stringify(onWire(theirs.id)))) change.state = 'open';
  }
}

/** A colleague changes the same field while this device has no request in flight. */
function meet(people: Simulation, change: ChangePromise): void {
  const { browser, websiteId } = people;
  const { server } = browser;
  people.count += 1;
  if (browser.disk.tables.outbox.rows().some(({ status }) => status === 'sending')) return;
  people.atRest.add(server.effects.length);
  const send = (call: string, params: Readonly<Record<string, string>>, body: Json) =>
    server.handle({ call, params: { websiteId, ...params }, query: {}, body, key: null, ifMatch: null, author: colleague, accountId: '' });
  const [label = '', part] = change.field.split('/');
  const block = server.blocksOf(websiteId).find((one) => one.label === label && !one.static);
  const value = [`c${people.count}${people.mark}`];
  if (block && people.count % 4 === 0) {
    removeBlock(people, change);
    return;
  }
  switch (change.kind) {
    case 'field':
      if (change.record.startsWith('settings/')) {
        const category = change.record.split('/').at(-1) ?? '';
        if (category !== 'site_info') send('updateSettings', {}, { data: { settings: [{ key: change.field, value, category }] } });
      } else if (block && part === 'setting')
        send('updateThemeSettings', { blockId: block.id }, { data: { settings: [{ key: movedSetting, value }] } });
      return;
    case 'create':
      // An indeterminate block can't be distinguished from another one of its name.
      if (browser.disk.tables.outbox.rows().some(({ mutation, attempts }) => mutation === 'create' && attempts !== 0)) return;
      send('createBlock', {}, { key: blockKey, label: change.field });
      return;
    case 'order': {
      const items = server.blocksOf(websiteId).filter((one) => !one.static);
      send('bulkUpdateBlocks', {}, { items: items.toReversed().map(({ id }, at) => ({ id, priority: at + 1 })) });
      return;
    }
    default:
  }
}
