import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openClientStore } from './open-client-store.ts';
import { save } from './testing/saves.ts';
import { stashAreaOf } from './testing/stash-area.ts';
import type { SavedDraft } from './without-saved.ts';

const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
const typed = (text: string) => ({ values: { fb_link: text }, base: { fb_link: ['began'] } });
const savedOf = (text: string, at: number): SavedDraft => ({ websiteId: 'w1', screens: ['social-links'], ...typed(text), at });

let name: string;
let now: number;
let living: string[];
let rows: Map<string, string>;
let hasRoom: boolean;
const area = stashAreaOf(
  () => rows,
  () => hasRoom,
);

beforeEach(() => {
  name = `unit-${crypto.randomUUID()}`;
  now = 1_000;
  living = [];
  rows = new Map();
  hasRoom = true;
});

async function openTab(tab: string) {
  living.push(tab);
  const tabs = { own: tab, living: async () => living };
  return openClientStore({ name, appVersion: 'test', now: () => now, tabs, stashArea: () => area });
}
type Tab = Awaited<ReturnType<typeof openTab>>;

const leave = (tab: string) => {
  living = living.filter((other) => other !== tab);
};
const pending = async (tab: Tab) =>
  (await tab.outbox.list('u1')).flatMap((read) => (read.kind === 'readable' ? [JSON.stringify(read.entry.body)] : []));
const drafts = async (tab: Tab) => (await tab.drafts.list('u1')).map(({ values }) => values);

/** As many as a browser runs before a page can end: the store writes nothing yet. */
async function microtasks(): Promise<void> {
  for (let at = 0; at < 20; at += 1) await Promise.resolve();
}

/** The stashed records in Web Storage. */
const records = (storage = rows) => [...storage.keys()].filter((key) => key.startsWith('frontage.stash.'));

/** What a page leaves that ends right after this: all that the store writes later is lost. */
function leftBy(write: () => unknown): Map<string, string> {
  const before = new Set(rows.keys());
  write();
  return new Map([...rows].filter(([key]) => !before.has(key)));
}

describe('a save and its draft', () => {
  it('are written and removed in one transaction', async () => {
    const tab = await openTab('a');
    await tab.drafts.put(place, typed('mine'));
    now += 1;
    await tab.outbox.appendAll([save({ fb_link: 'mine' })], savedOf('mine', now));
    expect(await drafts(tab)).toEqual([]);
    tab.close();
  });

  it('stay as they were where the page ends between the two', async () => {
    const tab = await openTab('a');
    await tab.drafts.put(place, typed('mine'));
    const remove = IDBObjectStore.prototype.delete;
    const spy = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function ended(this: IDBObjectStore, key) {
      const request = remove.call(this, key);
      if (this.name === 'tabDrafts') this.transaction.abort();
      return request;
    });
    onTestFinished(() => spy.mockRestore());
    expect(await tab.outbox.appendAll([save({ fb_link: 'mine' })], savedOf('mine', now))).toMatchObject({ kind: 'refused' });
    expect(spy).toHaveBeenCalled();
    expect([await pending(tab), await drafts(tab)]).toEqual([[], [typed('mine').values]]);
    tab.close();
  });

  it('leave what was typed since, what was not saved, and what other tabs have typed', async () => {
    const [a, b] = [await openTab('a'), await openTab('b')];
    await b.drafts.put(place, typed('of b'));
    now = 2_000;
    await a.drafts.put(place, { values: { fb_link: 'typed since', ig_link: 'not saved' }, base: {} });
    await a.outbox.appendAll([save({ fb_link: 'mine' })], savedOf('mine', 1_500));
    expect(await drafts(a)).toEqual([{ fb_link: 'of b' }, { fb_link: 'typed since', ig_link: 'not saved' }]);
    await a.outbox.appendAll([save({ fb_link: 'mine' })], savedOf('mine', 2_500));
    expect(await drafts(a)).toEqual([{ fb_link: 'of b' }, { ig_link: 'not saved' }]);
    for (const tab of [a, b]) tab.close();
  });

  it.each(['room', 'no room'])('leave none to a draft that is written behind the save, with %s in Web Storage', async (room) => {
    hasRoom = room === 'room';
    const tab = await openTab('a');
    await tab.loadOutbox();
    const saving = tab.outbox.appendAll([save({ fb_link: 'mine' })], savedOf('mine', now));
    await microtasks();
    // The page ends once both are written, before its form learns of either.
    await Promise.all([saving, tab.drafts.put(place, { values: { fb_link: 'mine', ig_link: 'more' }, base: { fb_link: ['began'] } })]);
    expect(await tab.drafts.list('u1')).toMatchObject([{ values: { ig_link: 'more' }, base: {} }]);
    expect(await drafts(tab)).toEqual([{ ig_link: 'more' }]);
    const again = tab.outbox.appendAll([save({ ig_link: 'more' })], { ...savedOf('', now), values: { ig_link: 'more' } });
    await microtasks();
    await Promise.all([again, tab.drafts.put(place, { values: { ig_link: 'more' }, base: {} })]);
    expect(await drafts(tab)).toEqual([]);
    tab.close();
  });

  it.each(['room', 'no room'])(
    'that the store refuses stays in a draft that is written behind it, with %s in Web Storage',
    async (room) => {
      hasRoom = room === 'room';
      const tab = await openTab('a');
      await tab.loadOutbox();
      const epoch = (await tab.dataEpoch('u1')) + 1;
      const saving = tab.outbox.appendAll([save({ fb_link: 'mine' }, { epoch })], savedOf('mine', now));
      await microtasks();
      const drafting = tab.drafts.put(place, typed('mine'));
      expect(await saving).toMatchObject({ kind: 'refused' });
      await drafting;
      expect(await drafts(tab)).toEqual([typed('mine').values]);
      tab.close();
    },
  );

  it('a refused save leaves the draft', async () => {
    const tab = await openTab('a');
    await tab.drafts.put(place, typed('mine'));
    const epoch = (await tab.dataEpoch('u1')) + 1;
    expect(await tab.outbox.appendAll([save({ fb_link: 'mine' }, { epoch })], savedOf('mine', now))).toMatchObject({ kind: 'refused' });
    expect(await drafts(tab)).toEqual([typed('mine').values]);
    expect(records().length).toBe(0);
    tab.close();
  });
});

describe('a page that goes in the middle of a write', () => {
  it('leaves its save, which the next page of this tab adopts once', async () => {
    const first = await openTab('a');
    await first.loadOutbox();
    await first.drafts.put(place, typed('ma'));
    now += 10;
    const writing = first.outbox.appendAll([save({ fb_link: 'mine' })], savedOf('mine', now));
    await microtasks();
    const left = new Map(rows);
    expect(records(left).length).toBe(1);
    await writing;
    expect(records().length).toBe(0);
    first.close();
    leave('a');

    // The store has the save, and the page could not take its record away.
    rows = new Map(left);
    const second = await openTab('a');
    await second.adoptStashed('u1');
    expect(await pending(second)).toHaveLength(1);
    expect(records().length).toBe(0);

    // The store does not have it.
    const [entry] = await second.outbox.list('u1');
    if (entry?.kind === 'readable') await second.outbox.discard(entry.entry.opId);
    await second.drafts.put(place, typed('ma'));
    rows = new Map([...left].map(([key, text]) => [key, text.replace(/"id":"[^"]+"/, '"id":"another"')]));
    now += 10;
    await second.adoptStashed('u1');
    expect(await pending(second)).toEqual([expect.stringContaining('mine')]);
    rows = new Map([...left].map(([key, text]) => [key, text.replace(/"id":"[^"]+"/, '"id":"another"')]));
    await second.adoptStashed('u1');
    expect(await pending(second)).toHaveLength(1);
    second.close();
  });

  it('leaves its draft, with what no save has, and its removal', async () => {
    const first = await openTab('a');
    await first.loadOutbox();
    const left = leftBy(() => void first.drafts.put(place, typed('mine')).catch(() => undefined));
    first.close();
    leave('a');
    const second = await openTab('b');
    rows = left;
    await second.adoptStashed('u1');
    expect(await second.drafts.get(place)).toMatchObject({ ...typed('mine'), savedAt: 1_000 });
    expect(records().length).toBe(0);

    now += 10;
    const draft = await second.drafts.get(place);
    const removal = leftBy(() => void second.drafts.remove(place, draft?.leftSeq).catch(() => undefined));
    second.close();
    leave('b');
    const third = await openTab('c');
    rows = removal;
    await third.adoptStashed('u1');
    expect(await drafts(third)).toEqual([]);
    third.close();
  });

  it('keeps no draft of what is in a stashed save', async () => {
    const tab = await openTab('a');
    await tab.loadOutbox();
    const saving = tab.outbox.appendAll([save({ fb_link: 'mine' })], savedOf('mine', now));
    await microtasks();
    const drafting = tab.drafts.put(place, { values: { fb_link: 'mine', ig_link: 'more' }, base: {} });
    expect([...rows.values()].filter((text) => text.includes('"kind":"draft"'))).toEqual([
      expect.stringContaining('"values":{"ig_link":"more"}'),
    ]);
    await Promise.all([saving, drafting]);
    expect(await drafts(tab)).toEqual([{ ig_link: 'more' }]);
    tab.close();
  });

  it('keeps its save where the browser ends the write with the page, and drops it where the page is shown again', async () => {
    const tab = await openTab('a');
    await tab.loadOutbox();
    const epoch = (await tab.dataEpoch('u1')) + 1;
    tab.setLeaving(true);
    await tab.outbox.appendAll([save({ fb_link: 'mine' }, { epoch })], savedOf('mine', now));
    expect(records().length).toBe(1);
    tab.setLeaving(false);
    expect(records().length).toBe(0);
    tab.close();
  });
});

it('a save of a tab that is open stays with it', async () => {
  const [a, b] = [await openTab('a'), await openTab('b')];
  await a.loadOutbox();
  const saving = a.outbox.appendAll([save({ fb_link: 'mine' })], savedOf('mine', now));
  await microtasks();
  const left = new Map(rows);
  await saving;
  rows = new Map(left);
  await b.adoptStashed('u1');
  expect(records().length).toBe(1);
  leave('a');
  await b.adoptStashed('u1');
  expect(records().length).toBe(0);
  for (const tab of [a, b]) tab.close();
});

it('a save that another one has overtaken is offered as a draft', async () => {
  const a = await openTab('a');
  await a.loadOutbox();
  const left = leftBy(() => undefined);
  const saving = a.outbox.appendAll([save({ fb_link: 'older' }, { base: { fb_link: ['began'] } })], savedOf('older', now));
  await microtasks();
  const record = [...rows].map(([key, text]) => [key, text.replace(/"id":"[^"]+"/, '"id":"other"')] as const);
  await saving;
  expect(left.size).toBe(0);
  const [entry] = await a.outbox.list('u1');
  if (entry?.kind === 'readable') await a.outbox.discard(entry.entry.opId);
  now += 10;
  await a.outbox.append(save({ fb_link: 'newer' }, { base: { fb_link: ['began'] } }));
  leave('a');
  const b = await openTab('b');
  rows = new Map(record);
  await b.adoptStashed('u1');
  expect(await pending(b)).toEqual([expect.stringContaining('newer')]);
  expect(await drafts(b)).toEqual([{ fb_link: 'older' }]);
  for (const tab of [a, b]) tab.close();
});

/** A tab whose page ends in the middle of a save, and the record that it leaves. */
async function leftSave(tab: Tab, text: string) {
  await tab.loadOutbox();
  const saving = tab.outbox.appendAll([save({ fb_link: text }, { base: { fb_link: ['began'] } })], savedOf(text, now));
  await microtasks();
  const left = [...rows.values()].map(
    (record) => [`frontage.stash.left ${text}`, record.replace(/"id":"[^"]+"/, `"id":"left ${text}"`)] as const,
  );
  const saved = await saving;
  if (saved.kind === 'enqueued') for (const opId of saved.opIds) await tab.outbox.discard(opId);
  return left;
}

it('a save is overtaken by one that was merged into an entry from before it', async () => {
  const [a, b] = [await openTab('a'), await openTab('b')];
  const left = await leftSave(a, 'older');
  now -= 10;
  await b.outbox.append(save({ fb_link: 'first' }, { base: { fb_link: ['began'] } }));
  now += 20;
  await b.outbox.append(save({ fb_link: 'newer' }, { base: { fb_link: ['began'] } }));
  leave('a');
  rows = new Map(left);
  await b.adoptStashed('u1');
  expect(await pending(b)).toEqual([expect.stringContaining('newer')]);
  expect(await drafts(b)).toEqual([{ fb_link: 'older' }]);
  for (const tab of [a, b]) tab.close();
});

it.each([
  ['nothing else', {}, { fb_link: 'older' }],
  ['something typed since', { ig_link: 'since' }, { fb_link: 'older', ig_link: 'since' }],
])('an overtaken save is offered where its page left %s in its draft', async (_, since, offered) => {
  const [a, b] = [await openTab('a'), await openTab('b')];
  const left = await leftSave(a, 'older');
  now += 10;
  const draft = leftBy(() => void a.drafts.put(place, { values: since, base: {} }).catch(() => undefined));
  a.close();
  leave('a');
  await b.outbox.append(save({ fb_link: 'newer' }, { base: { fb_link: ['began'] } }));
  rows = new Map([...left, ...draft]);
  await b.adoptStashed('u1');
  expect(await drafts(b)).toEqual([offered]);
  expect(records().length).toBe(0);
  b.close();
});

it('signing out without the changes drops what is stashed', async () => {
  const a = await openTab('a');
  await a.loadOutbox();
  const left = leftBy(() => void a.drafts.put(place, typed('mine')).catch(() => undefined));
  rows = left;
  await a.discardUnsent('u1');
  expect(records().length).toBe(0);
  a.close();
});

it('without room, and for what is too long, the store writes alone', async () => {
  const tab = await openTab('a');
  hasRoom = false;
  await tab.drafts.put(place, typed('mine'));
  expect(await drafts(tab)).toHaveLength(1);
  hasRoom = true;
  const long = 'x'.repeat(1_000_000);
  const writing = tab.drafts.put(place, typed(long));
  expect(records().length).toBe(0);
  await writing;
  expect(await drafts(tab)).toEqual([{ fb_link: long }]);
  tab.close();
});

it('never has a secret', async () => {
  const tab = await openTab('a');
  const left = leftBy(() => void tab.drafts.put(place, { values: { fb_link: 'x', recaptcha_secret_key: 'hush' }, base: {} }));
  expect([...left.values()].join()).toContain('fb_link');
  expect([...left.values()].join()).not.toContain('hush');
  const secret = [{ key: 'recaptcha_secret_key', value: ['hush'], category: 'forms' as const, type: null }];
  await tab.loadOutbox();
  const before = records().length;
  const saving = tab.outbox.appendAll([save({}, { body: { category: 'forms', settings: secret } })], savedOf('x', now));
  expect(records().length).toBe(before);
  expect(await saving).toMatchObject({ kind: 'refused', code: 'secret' });
  tab.close();
});
