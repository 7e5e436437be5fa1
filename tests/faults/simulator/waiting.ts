import type { Json } from '#contract/json.ts';
import { attend } from './attention.ts';
import { changeBlocks } from './block-changes.ts';
import { type Desk, type Take, websiteId } from './desk.ts';
import { clear } from './fake-network.ts';
import { blockKey, colleague, movedSetting } from './fake-server.ts';
import type { ChangePromise } from './promises.ts';
import type { Random } from './random.ts';
import { settingsFields } from './step.ts';
import type { Tab } from './tab.ts';

/** Something is changed that can't be sent yet; somebody else may change the same; then it goes. */
export async function wait(people: Desk, step: Take<'wait'>, random: Random): Promise<void> {
  const { browser } = people;
  const { network, scheduler } = browser;
  const tab = await browser.tab(step.tab);
  const userId = browser.session?.userId;
  if (userId === undefined || tab.process.state !== 'running') return;
  if (step.what !== 'upload' && !(people.hasView(tab) && people.views.get(tab)?.size)) await people.visit(tab);
  const { weather } = network;
  const goOn = await hold(people, step.why, tab, random);
  const before = people.promises.all.length;
  const [category, keys] = random.pick(settingsFields);
  const key = random.pick(keys);
  const edit = async (value: 'new' | 'null') => {
    if (tab.process.state !== 'running') return;
    await people.look(tab);
    people.beginSubmit(tab, [{ key, category, type: null, value: people.newValue(value) }]);
    await scheduler.settle();
  };
  const change = async (isFirst: boolean) => {
    if (step.what === 'setting' || step.what === 'null') await edit(step.what === 'null' && isFirst ? 'null' : 'new');
    else if (step.what === 'upload')
      await people.take({ kind: 'upload', dice: step.dice, tab: step.tab, refused: false, names: random.chance(0.8) });
    else {
      const { dice, what } = step;
      const blockChange = isFirst ? what : what === 'create' || what === 'copy' ? 'settings' : what;
      await changeBlocks(
        people,
        { kind: 'block', dice, tab: step.tab, change: blockChange, twice: false },
        isFirst ? random : random.fork(),
      );
    }
  };
  // A clock that is set back must not bring the later before the earlier.
  if (random.chance(0.15)) {
    browser.hit('jump');
    scheduler.jump(-3_600_000);
  }
  await change(true);
  const made = people.promises.all.slice(before);
  const looksAgain = step.again === 'anew' && step.why === 'held';
  // Of two blocks of one name that are made at one moment nobody could tell which is whose: only one that is seen before is made.
  if (step.meets) for (const one of made) if (one.kind !== 'create' || looksAgain) meet(people, one);
  if (looksAgain) await people.visit(tab);
  if (step.again !== 'no') await change(false);
  network.weather = step.weather;
  goOn();
  await scheduler.settle();
  await scheduler.advance(random.pick([50, 6_000]));
  if (step.weather.share > 0) await scheduler.advance(random.pick([1_000, 12_000]));
  network.weather = clear;
  if (step.how === 'save') {
    const other = keys.find((one) => one !== key) ?? key;
    if (tab.process.state === 'running') {
      await people.look(tab);
      people.beginSubmit(tab, [{ key: other, category, type: null, value: people.newValue('new') }]);
    }
  } else if (step.how) await attend(people, { kind: 'attend', dice: step.dice, tab: step.tab, how: step.how }, random);
  await scheduler.settle();
  network.weather = weather;
}

/** Nothing of the outbox is sent until the answered function is called. */
async function hold(people: Desk, why: Take<'wait'>['why'], tab: Tab, random: Random): Promise<() => void> {
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
      // The server answers one save by asking for a wait, of every call.
      network.weather = { share: 1, faults: ['429'] };
      await people.look(tab);
      const [category, keys] = random.pick(settingsFields);
      people.beginSubmit(tab, [{ key: random.pick(keys), category, type: null, value: people.newValue('new') }]);
      await scheduler.settle();
      network.weather = clear;
      return () => undefined;
    }
    case 'expired':
      network.weather = clear;
      browser.expireSession();
      return () => {
        const { session } = browser;
        if (session && !browser.leaving && !network.tokens.has(session.token)) browser.signIn(session.userId);
      };
    case 'tab dies':
      if (browser.alive().length < 2) await browser.open();
      // Nothing that it has written is sent by itself: the others have to notice.
      if (random.chance(0.5)) tab.unplugged = true;
      else network.weather = { share: 1, faults: ['request lost'] };
      return () => browser.crash(tab);
  }
}

/** A colleague changes the same field, in a moment in which nothing is on its way. */
function meet(people: Desk, change: ChangePromise): void {
  const { browser } = people;
  const { server } = browser;
  people.count += 1;
  if (browser.disk.tables.outbox.rows().some(({ status }) => status === 'sending')) return;
  people.atRest.add(server.effects.length);
  const send = (call: string, params: Readonly<Record<string, string>>, body: Json) =>
    server.handle({ call, params: { websiteId, ...params }, query: {}, body, key: null, ifMatch: null, author: colleague });
  const [label = '', part] = change.field.split('/');
  const block = server.blocksOf(websiteId).find((one) => one.label === label && !one.static);
  const value = [`c${people.count}`];
  switch (change.kind) {
    case 'field':
      if (change.record.startsWith('settings/')) {
        const category = change.record.split('/').at(-1) ?? '';
        if (category !== 'site_info') send('updateSettings', {}, { data: { settings: [{ key: change.field, value, category }] } });
      } else if (block && part === 'setting')
        send('updateThemeSettings', { blockId: block.id }, { data: { settings: [{ key: movedSetting, value }] } });
      return;
    case 'create':
      // Of one that may have been made nobody could tell which of two of its name it is.
      if (browser.disk.tables.outbox.rows().some(({ command, attempts }) => command === 'blocks.create' && attempts !== 0)) return;
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
