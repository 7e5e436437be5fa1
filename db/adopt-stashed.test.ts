import { blocksKey, settingsKey } from '#contract/cache-keys.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NewMutation } from './append.ts';
import { openClientStore } from './open-client-store.ts';
import { createPendingNotes, notedStore } from './pending-note.ts';
import { createStash, hasStashed } from './stash.ts';
import { enqueued, save } from './testing/saves.ts';
import { stashAreaOf } from './testing/stash-area.ts';

const of = { userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'block', base: {} } as const;
const block = { blockId: 'b1', label: 'About Us' };
const remove: NewMutation<'block.delete'> = { ...of, mutation: 'delete', body: block };
const hide: NewMutation<'block.update'> = { ...of, mutation: 'update', body: { ...block, enabled: false }, base: { 'b1/enabled': true } };

let now: number;
let rows: Map<string, string>;
let ids: number;

beforeEach(() => {
  now = 1_000;
  ids = 0;
  rows = new Map();
});

/** What a page has left that ended before the store had its saves. */
function leave(saves: unknown, at = now, more: object = {}): void {
  ids += 1;
  const record = { kind: 'save', id: `left ${ids}`, userId: 'u1', tab: 'gone', at, saves, draft: null, ...more };
  rows.set(`frontage.stash.${record.id}`, JSON.stringify(record));
}

async function openTab(living = async () => ['own'], { name = `unit-${crypto.randomUUID()}`, own = 'own' } = {}) {
  const store = await openClientStore({
    name,
    appVersion: 'test',
    now: () => now,
    tabs: { own, living },
    stashArea: () => stashAreaOf(() => rows),
    notes: createPendingNotes(() =>
      Object.assign(
        stashAreaOf(() => rows),
        { clear: () => rows.clear() },
      ),
    ),
  });
  return store;
}

type Store = Awaited<ReturnType<typeof openTab>>;

const shown = async (store: Store, userId = 'u1') =>
  (await store.outbox.list(userId)).map((read) =>
    read.kind === 'readable' ? `${read.entry.mutation} ${read.entry.status} ${read.entry.lastError?.message ?? ''}`.trim() : read.problem,
  );

const overtaken = 'Its page was closed while this was being saved, and the same was changed since.';

describe('a save of no form that its page has left', () => {
  it('is taken, and is no conflict with what the same page has left before it', async () => {
    leave([hide], 900);
    leave([remove], 950);
    const store = await openTab();
    await store.adoptStashed('u1');
    expect(await shown(store)).toEqual(['update pending', 'delete pending']);
    expect(rows.size).toBe(0);
    store.close();
  });

  it('is asked about where the same was changed since, and is sent where a person retries it', async () => {
    const store = await openTab();
    await store.outbox.append(hide);
    leave([remove], 900);
    await store.adoptStashed('u1');
    const why = overtaken;
    expect(await shown(store)).toEqual(['update pending', `delete rejected ${why}`]);
    expect(rows.size).toBe(0);
    const [, read] = await store.outbox.list('u1');
    if (read?.kind === 'readable') await store.outbox.retry(read.entry.opId);
    expect(await shown(store)).toEqual(['update pending', 'delete pending']);
    store.close();
  });

  it.each([
    ['is asked about where it was read in another order since', 1_000, ['b', 'c', 'a'], [`reorder rejected ${overtaken}`]],
    ['is taken where it is as it was since', 1_000, ['a', 'b', 'c'], ['reorder pending']],
    ['is taken where somebody has made the same order since', 1_000, ['c', 'a', 'b'], ['reorder pending']],
    ['is taken where it was read before', 900, ['b', 'c', 'a'], ['reorder pending']],
  ])('that is an order of a list, %s', async (_, readAt, order, expected) => {
    const store = await openTab();
    now = readAt;
    const data = order.map((id, at) => ({ id, key: 'quick_links', label: id, enabled: true, settings: [], static: false, priority: at }));
    await store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data, etag: null });
    now = 1_100;
    leave([{ ...of, mutation: 'reorder', body: { order: ['c', 'a', 'b'] }, base: { order: ['a', 'b', 'c'] } }], 950);
    await store.adoptStashed('u1');
    expect(await shown(store)).toEqual(expected);
    store.close();
  });

  it('is asked about where another store had it, and a retry reads first: it may have been sent from there', async () => {
    leave([remove], now, { store: 'a store that the browser has removed' });
    const store = await openTab();
    await store.adoptStashed('u1');
    expect(await shown(store)).toEqual([
      'delete rejected Its page was closed while this was being saved, and the browser has removed this device’s storage since. It may have been saved.',
    ]);
    const [read] = await store.outbox.list('u1');
    if (read?.kind === 'readable') await store.outbox.retry(read.entry.opId);
    expect(await shown(store)).toEqual(['delete indeterminate']);
    store.close();
  });

  it('is taken where its own store is still there', async () => {
    const store = await openTab();
    const stop = store.followWaiting('u1');
    const noted = () => notedStore(() => stashAreaOf(() => rows), 'u1');
    await expect.poll(noted).not.toBeNull();
    leave([remove], now, { store: noted() });
    await store.adoptStashed('u1');
    expect(await shown(store)).toEqual(['delete pending']);
    stop();
    store.close();
  });

  it('is asked about over what this device has saved since, and not about that', async () => {
    const store = await openTab();
    const key = settingsKey('w1', 'social');
    const listed = (value: string) => [{ key: 'fb_link', value: [value] }];
    await store.cache.put('u1', key, { websiteId: 'w1', data: listed('before'), etag: null });
    const base = { fb_link: ['before'] };
    now = 2_000;
    const opId = await enqueued(store.outbox.append(save({ fb_link: 'since' }, { base })));
    const epoch = await store.fence.take('u1', 'tab');
    await store.drain.claim(opId, epoch);
    const expectedRevision = await store.cache.revision('u1', key);
    const answer = { kind: 'answered', data: listed('since'), pagination: null, etag: null, expectedRevision } as const;
    await store.drain.applyResult(opId, epoch, { kind: 'applied', answer, ifMatch: null, read: null });
    leave([save({ fb_link: 'as the page went' }, { base })], 1_500);
    await store.adoptStashed('u1');
    const [left] = await store.outbox.list('u1');
    expect(left?.kind === 'readable' && left.entry).toMatchObject({ status: 'rejected', base: { fb_link: ['since'] } });
    store.close();
  });

  describe.each([
    ['in the same moment', 1_000],
    ['after the clock was set back', 500],
    ['later', 2_000],
  ])('and another tab has saved the same %s,', (_, then) => {
    const base = { fb_link: ['before'] };
    const leaveSave = (value: string) =>
      createStash(
        () => stashAreaOf(() => rows),
        'gone',
        () => now,
      ).addSave({ userId: 'u1', saves: [save({ fb_link: value }, { base })], draft: null });
    const saveHere = async (store: Store, value: string) => {
      now = then;
      await store.outbox.appendAll([save({ fb_link: value }, { base })]);
    };
    const confirm = async (store: Store) => {
      const [read] = await store.outbox.list('u1');
      const { opId = '', body = null } = read?.kind === 'readable' ? read.entry : {};
      const epoch = await store.fence.take('u1', 'tab');
      await store.drain.claim(opId, epoch);
      const expectedRevision = await store.cache.revision('u1', settingsKey('w1', 'social'));
      const data = [{ key: 'fb_link', value: [valueIn(body)] }];
      const answer = { kind: 'answered', data, pagination: null, etag: null, expectedRevision } as const;
      await store.drain.applyResult(opId, epoch, { kind: 'applied', answer, ifMatch: null, read: null });
    };
    const valueIn = (body: unknown) => /"value":\["(\w+)"\]/.exec(JSON.stringify(body))?.[1] ?? '';
    const entries = async (store: Store) =>
      (await store.outbox.list('u1')).map((read) => (read.kind === 'readable' ? `${read.entry.status} ${valueIn(read.entry.body)}` : ''));

    it('is asked about, and not written over the newer one', async () => {
      leaveSave('older');
      const store = await openTab();
      await saveHere(store, 'newer');
      await store.adoptStashed('u1');
      expect(await entries(store)).toEqual(['pending newer', 'rejected older']);
      store.close();
    });

    it('is asked about where the newer one is confirmed', async () => {
      leaveSave('older');
      const store = await openTab();
      await saveHere(store, 'newer');
      await confirm(store);
      await store.adoptStashed('u1');
      expect(await entries(store)).toEqual(['rejected older']);
      store.close();
    });

    it.each([false, true])('is taken where it is the newer one (and the older one confirmed since: %s)', async (isConfirmed) => {
      const store = await openTab();
      await saveHere(store, 'older');
      now = 1_000;
      leaveSave('newer');
      now = 3_000;
      if (isConfirmed) await confirm(store);
      await store.adoptStashed('u1');
      expect(await entries(store)).toEqual(['pending newer']);
      store.close();
    });
  });

  it('is asked about where the newer one was split off a conflict', async () => {
    const store = await openTab();
    const base = { fb_link: ['before'], ig_link: ['before'] };
    await store.outbox.appendAll([save({ fb_link: 'mine', ig_link: 'mine' }, { base })]);
    now = 1_100;
    const saves = [save({ fb_link: 'older' }, { base: { fb_link: ['before'] } })];
    createStash(
      () => stashAreaOf(() => rows),
      'gone',
      () => now,
    ).addSave({ userId: 'u1', saves, draft: null });
    now = 1_200;
    const result = await store.outbox.appendAll([save({ fb_link: 'newer' }, { base: { fb_link: ['before'] } })]);
    const [opId = ''] = result.kind === 'enqueued' ? result.opIds : [];
    const epoch = await store.fence.take('u1', 'tab');
    await store.drain.claim(opId, epoch);
    const error = { code: 'conflict', message: '', fields: {}, theirs: { ig_link: ['theirs'] } };
    await store.drain.applyResult(opId, epoch, { kind: 'conflict', error, read: null });
    await store.adoptStashed('u1');
    expect(await shown(store)).toEqual(['update conflict', 'update pending', `update rejected ${overtaken}`]);
    store.close();
  });

  it('is taken before its user signs out, when it is still known what was saved since', async () => {
    const living = ['own', 'gone'];
    const store = await openTab(async () => living);
    leave([hide], 900);
    await store.adoptStashed('u1');
    expect(await shown(store)).toEqual([]);
    living.pop();
    await store.forget('u1', { keepUnsent: true });
    expect(await shown(store)).toEqual(['update pending']);
    expect(rows.size).toBe(0);
    store.close();
  });

  it.each([
    ['a delete is pending since', [hide], 'update rejected Its page was closed while this was being saved, and it is to be deleted since.'],
    [
      'its user has signed out since',
      [{ ...hide, epoch: -1 }],
      'update rejected Its page was closed while this was being saved, and it could not be taken over.',
    ],
    ['this version can’t read it', [{ ...hide, body: 'of another version' }], 'malformed'],
    ['this version can’t read any of it', 'of another version', 'malformed'],
  ])('is asked about where %s', async (why, saves, expected) => {
    const store = await openTab();
    if (why.startsWith('a delete')) await store.outbox.append(remove);
    leave(saves, 1_100);
    await store.adoptStashed('u1');
    expect((await shown(store)).at(-1)).toBe(expected);
    expect(rows.size).toBe(0);
    expect((await store.outbox.counts('u1')).attention).toBe(1);
    store.close();
  });
});

it.each([
  ['the newest', 1_100, 'left'],
  ['older than what was typed in another tab since', 900, 'since'],
])('a draft that a page has left, %s, has its place among the others', async (_, at, offered) => {
  const name = `unit-${crypto.randomUUID()}`;
  const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
  const second = await openTab(async () => ['second'], { name, own: 'second' });
  await second.drafts.put(place, { values: { fb_link: 'since' }, base: {} });
  second.close();
  const draft = { ...place, kind: 'draft', id: 'left', tab: 'first', at, values: { fb_link: 'left' }, base: {} };
  rows.set('frontage.stash.left', JSON.stringify(draft));
  const third = await openTab(async () => ['third'], { name, own: 'third' });
  await third.adoptStashed('u1');
  expect(await third.drafts.get(place)).toMatchObject({ values: { fb_link: offered } });
  expect(await third.drafts.list('u1')).toHaveLength(2);
  third.close();
});

describe('what pages of other users have left', () => {
  it('goes into the store too, after what the signed-in user has left', async () => {
    leave([save({ fb_link: 'theirs' }, { userId: 'u2' })], 900, { userId: 'u2' });
    leave([save({ fb_link: 'mine' })]);
    const store = await openTab();
    await store.adoptStashed('u1');
    expect(await shown(store)).toEqual(['update pending']);
    await expect.poll(() => rows.size).toBe(0);
    expect(await shown(store, 'u2')).toEqual(['update pending']);
    store.close();
  });

  it('keeps no start from using what was read early', () => {
    leave([save({ fb_link: 'theirs' }, { userId: 'u2' })], 900, { userId: 'u2' });
    const area = Object.assign(
      stashAreaOf(() => rows),
      Object.fromEntries(rows),
    );
    expect(hasStashed(() => area, 'u1')).toBe(false);
    expect(hasStashed(() => area, 'u2')).toBe(true);
  });
});

describe('after the clock was set back', () => {
  const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };

  /** A tab drafts a text, the clock goes back, and its page ends while a later text is being written. */
  async function typeTwice(name: string): Promise<void> {
    now = 10_000;
    const store = await openTab(async () => ['gone'], { name, own: 'gone' });
    await store.drafts.put(place, { values: { fb_link: ['before'] }, base: {} });
    now = 1_000;
    store.setLeaving(true);
    const stash = createStash(
      () => stashAreaOf(() => rows),
      'gone',
      () => now,
    );
    stash.addDraft({ ...place, values: { fb_link: ['after'] }, base: {} });
    store.close();
  }

  it('the draft that was stashed last takes the place of an earlier one of its tab', async () => {
    const name = `unit-${crypto.randomUUID()}`;
    await typeTwice(name);
    const store = await openTab(async () => ['own'], { name });
    await store.adoptStashed('u1');
    expect(await store.drafts.get(place)).toMatchObject({ values: { fb_link: ['after'] } });
    store.close();
  });

  it('an adopted draft is not offered before one of another tab that came later', async () => {
    const name = `unit-${crypto.randomUUID()}`;
    await typeTwice(name);
    now = 500;
    const other = await openTab(async () => ['other'], { name, own: 'other' });
    await other.drafts.put(place, { values: { fb_link: ['last'] }, base: {} });
    other.close();
    const store = await openTab(async () => ['own'], { name });
    await store.adoptStashed('u1');
    expect(await store.drafts.get(place)).toMatchObject({ values: { fb_link: ['last'] } });
    store.close();
  });
});

it('a form that was opened with a draft of a store that is gone takes no other tab’s draft', async () => {
  const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
  const typed = (fb: string) => ({ values: { fb_link: [fb] }, base: {} });
  const [before, after] = [`unit-${crypto.randomUUID()}`, `unit-${crypto.randomUUID()}`];
  const gone = await openTab(async () => ['gone'], { name: before, own: 'gone' });
  await gone.drafts.put(place, typed('left'));
  gone.close();
  const opened = await openTab(async () => ['own'], { name: before });
  const { leftSeq } = (await opened.drafts.get(place)) ?? {};
  expect(leftSeq).toBeTypeOf('number');
  opened.close();
  // The browser has removed the store. Its next one counts from the first again.
  const other = await openTab(async () => ['own', 'other'], { name: after, own: 'other' });
  await other.drafts.put(place, typed('of the other tab'));
  const form = await openTab(async () => ['own', 'other'], { name: after });
  await form.drafts.put(place, typed('mine'), leftSeq);
  await form.drafts.remove(place, leftSeq);
  expect((await form.drafts.list('u1')).map(({ values }) => values)).toEqual([typed('of the other tab').values]);
  form.close();
  other.close();
});

it('where a browser can’t list its tabs, only the newest records stay', async () => {
  for (let at = 0; at < 105; at += 1) leave([save({ fb_link: `${at}` })], at);
  const store = await openTab(async () => []);
  await store.adoptStashed('u1');
  expect(rows.size).toBe(100);
  expect(rows.has('frontage.stash.left 5')).toBe(false);
  expect(rows.has('frontage.stash.left 6')).toBe(true);
  expect(await shown(store)).toEqual([]);
  store.close();
});
