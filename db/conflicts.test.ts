import type { Json } from '#contract/json.ts';
import type { QueueRow } from '#contract/queue.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewCommand } from './append.ts';
import type { DeviceStore } from './client-store.ts';
import { blockSettingsSave } from './commands/block-settings-save.ts';
import { settingsSave } from './commands/settings-save.ts';
import { readable } from './queue-rows.ts';
import { indexedDbDevice } from './testing/indexed-db-device.ts';

let store: DeviceStore;
let epoch: number;
beforeEach(async () => {
  store = await indexedDbDevice().open({ now: () => 1_000 });
  epoch = await store.fence.take('u1', 'tab');
});
afterEach(() => store.close());

type Texts = Readonly<Record<string, string | null>>;
const wire = (text: string | null) => (text === null ? null : [text]);
const wires = (values: Texts): Record<string, Json> => Object.fromEntries(Object.entries(values).map(([key, text]) => [key, wire(text)]));

function save(values: Texts, base: Texts): NewCommand<'settings.save'> {
  const settings = Object.entries(values).map(([key, text]) => ({ key, value: wire(text), category: 'social' as const, type: null }));
  const body = { category: 'social' as const, settings };
  return { userId: 'u1', accountId: 'a1', websiteId: 'w1', command: 'settings.save', body, base: wires(base) };
}

function saveBlock(values: Texts): NewCommand<'block-settings.save'> {
  const settings = Object.entries(values).map(([key, text]) => ({ key, value: wire(text) }));
  const body = { blockId: '7', label: 'Staff', settings };
  return { userId: 'u1', accountId: 'a1', websiteId: 'w1', command: 'block-settings.save', body, base: {} };
}

const hide: NewCommand<'blocks.show'> = {
  ...{ userId: 'u1', accountId: 'a1', websiteId: 'w1', base: {} },
  ...{ command: 'blocks.show', body: { blockId: '7', label: 'Staff', enabled: false } },
};

async function kept(result: ReturnType<DeviceStore['outbox']['append']> | ReturnType<DeviceStore['outbox']['resolve']>): Promise<string> {
  const value = await result;
  if (value.kind !== 'kept') throw new Error(value.kind === 'refused' ? value.code : value.kind);
  return value.opId;
}

/** What the server answered instead of taking a change. */
const error = (more: Partial<NonNullable<QueueRow['lastError']>> = {}) => ({ code: 'conflict', message: '', fields: {}, ...more });

async function claim(opId: string): Promise<void> {
  expect((await store.drain.claim(opId, epoch)).kind).toBe('claimed');
}

/** Somebody else changed these fields while the change was on its way. */
async function collide(opId: string, theirs: Readonly<Record<string, Json>>): Promise<void> {
  await store.drain.settle(opId, epoch, { kind: 'conflict', error: error({ theirs }), read: null });
}

/** One attempt of which nobody knows what came of it. */
async function fail(opId: string): Promise<void> {
  await claim(opId);
  await store.drain.settle(opId, epoch, { kind: 'indeterminate', at: null, error: error({ code: 'internal_error', status: 500 }) });
}

const rows = async () => readable(await store.outbox.list('u1'));

/** The values of each entry, in the order in which they are there. */
const queued = async () =>
  (await rows()).map(({ status, body }) => {
    const settings = settingsSave.parse(body)?.settings ?? blockSettingsSave.parse(body)?.settings ?? [];
    return `${status}: ${settings.map(({ key, value }) => `${key}=${value?.[0] ?? 'none'}`).join()}`;
  });

/** Sends all that may be sent, and answers which values of each field the server was given, in their order. */
async function drained(): Promise<Readonly<Record<string, readonly Json[]>>> {
  const sent: Record<string, Json[]> = {};
  for (let [head] = await store.drain.ready('u1', 1); head; [head] = await store.drain.ready('u1', 1)) {
    await claim(head.opId);
    const settings = settingsSave.parse(head.body)?.settings ?? blockSettingsSave.parse(head.body)?.settings ?? [];
    for (const { key, value } of settings) sent[key] = [...(sent[key] ?? []), value?.[0] ?? null];
    await store.drain.settle(head.opId, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null });
  }
  return sent;
}

describe('a save after one that was tried in vain too often', () => {
  const base = { fb_link: 'old', ig_link: 'old' };
  let first: string;

  beforeEach(async () => {
    first = await kept(store.outbox.append(save({ fb_link: 'first' }, base)));
    await fail(first);
    await kept(store.outbox.append(save({ fb_link: 'second' }, base)));
    for (let attempts = 1; attempts < 5; attempts += 1) await fail(first);
    await kept(store.outbox.append(save({ ig_link: 'other' }, base)));
  });

  it('never sends an older value of a field after a newer one', async () => {
    expect(await queued()).toEqual(['queued: fb_link=second,ig_link=other']);
    expect(await drained()).toEqual({ fb_link: ['second'], ig_link: ['other'] });
  });

  it('takes what the server may hold of the first one for its own', async () => {
    const [row] = await rows();
    expect(row).toMatchObject({ base: { fb_link: ['old'] }, maybeOurs: { fb_link: [['first']] } });
  });
});

it('a refused save of a block goes into the newer one, also behind a change of another kind', async () => {
  const first = await kept(store.outbox.append(saveBlock({ title: 'first', text: 'kept' })));
  await claim(first);
  await kept(store.outbox.append(hide));
  await kept(store.outbox.append(saveBlock({ title: 'second' })));
  await store.drain.settle(first, epoch, { kind: 'rejected', error: error({ code: 'bad_request', status: 400 }) });
  await kept(store.outbox.append(saveBlock({ colour: 'red' })));
  expect(await drained()).toEqual({ title: ['second'], text: ['kept'], colour: ['red'] });
});

describe('the fields of a save that are not in conflict', () => {
  const base = { fb_link: 'old', ig_link: 'old' };

  it('go into a newer save of the same fields, and are not sent after it', async () => {
    const first = await kept(store.outbox.append(save({ fb_link: 'mine', ig_link: 'older' }, base)));
    await claim(first);
    await kept(store.outbox.append(save({ ig_link: 'newer' }, base)));
    await collide(first, { fb_link: ['theirs'] });
    expect(await queued()).toEqual(['conflict: fb_link=mine', 'queued: ig_link=newer']);
    expect(await drained()).toEqual({ ig_link: ['newer'] });
  });

  it('of a block too, behind a change of another kind', async () => {
    const first = await kept(store.outbox.append(saveBlock({ title: 'mine', text: 'older' })));
    await claim(first);
    await kept(store.outbox.append(hide));
    await kept(store.outbox.append(saveBlock({ text: 'newer' })));
    await collide(first, { '7/setting/title': ['theirs'] });
    expect(await queued()).toEqual(['conflict: title=mine', 'queued: ', 'queued: text=newer']);
  });

  it('go ahead of a save that waits for the decision and does not touch them', async () => {
    const first = await kept(store.outbox.append(save({ fb_link: 'mine', ig_link: 'mine' }, base)));
    await claim(first);
    await kept(store.outbox.append(save({ fb_link: 'newer' }, base)));
    await collide(first, { fb_link: ['theirs'] });
    expect(await drained()).toEqual({ ig_link: ['mine'] });
    expect(await queued()).toEqual(['conflict: fb_link=newer']);
  });
});

describe('a newer save of a field in conflict', () => {
  const base = { fb_link: 'old', ig_link: 'old', tw_link: 'old' };
  let first: string;

  beforeEach(async () => {
    first = await kept(store.outbox.append(save({ fb_link: 'mine', ig_link: 'mine' }, base)));
    await claim(first);
  });

  const collided = () => collide(first, { fb_link: ['theirs'], ig_link: ['theirs'] });

  it('is what there is to choose from', async () => {
    await collided();
    expect(await kept(store.outbox.append(save({ fb_link: 'newer' }, { fb_link: 'theirs' })))).toBe(first);
    expect(await queued()).toEqual(['conflict: fb_link=newer,ig_link=mine']);
    await kept(store.outbox.resolve(first, { fb_link: 'mine', ig_link: 'theirs' }));
    expect(await rows()).toMatchObject([{ status: 'queued', base: { fb_link: ['theirs'] } }]);
    expect(await drained()).toEqual({ fb_link: ['newer'] });
  });

  it('holds no other field of the same save back, nor of a later one', async () => {
    await collided();
    await kept(store.outbox.append(save({ fb_link: 'newer', tw_link: 'free' }, base)));
    expect(await queued()).toEqual(['conflict: fb_link=newer,ig_link=mine', 'queued: tw_link=free']);
    await kept(store.outbox.append(save({ tw_link: 'later' }, base)));
    expect(await drained()).toEqual({ tw_link: ['later'] });
  });

  it('is told to be in conflict where it waited behind the change that met somebody else’s', async () => {
    const second = await kept(store.outbox.append(save({ fb_link: 'newer', tw_link: 'free' }, base)));
    await collided();
    expect(await queued()).toEqual(['conflict: fb_link=newer,ig_link=mine', 'queued: tw_link=free']);
    expect(await store.awaitOutcome(second)).toMatchObject({ kind: 'conflict', opId: first });
    expect(await drained()).toEqual({ tw_link: ['free'] });
  });

  it('keeps its place with what else it has, before what was saved after it', async () => {
    await collided();
    const second = await kept(store.outbox.append(save({ yt_link: 'mine' }, { yt_link: 'old' })));
    await claim(second);
    await kept(store.outbox.append(save({ yt_link: 'newer', tw_link: 'older' }, { ...base, yt_link: 'old' })));
    // What is decided goes to the end, and the save after it joins that.
    await kept(store.outbox.resolve(first, { fb_link: 'mine' }));
    await kept(store.outbox.append(save({ tw_link: 'newest' }, base)));
    await collide(second, { yt_link: ['theirs'] });
    expect((await drained())['tw_link']).toEqual(['older', 'newest']);
  });

  it('keeps its place behind a change of another kind too', async () => {
    const title = '7/setting/title';
    const opId = await kept(store.outbox.append(saveBlock({ title: 'mine' })));
    await claim(opId);
    await kept(store.outbox.append(saveBlock({ title: 'newer', text: 'older' })));
    await kept(store.outbox.append(hide));
    await kept(store.outbox.append(saveBlock({ text: 'newest' })));
    await collide(opId, { [title]: ['theirs'] });
    await kept(store.outbox.resolve(opId, { [title]: 'mine' }));
    expect((await drained())['text']).toEqual(['older', 'newest']);
  });

  it('is what there is to choose from for a block too', async () => {
    const field = '7/setting/title';
    const opId = await kept(store.outbox.append(saveBlock({ title: 'mine' })));
    await claim(opId);
    await collide(opId, { [field]: ['theirs'] });
    await kept(store.outbox.append(saveBlock({ title: 'newer', text: 'free' })));
    expect((await queued()).slice(1)).toEqual(['conflict: title=newer', 'queued: text=free']);
  });
});

describe('a save of somebody else’s value of a field in conflict', () => {
  const base = { fb_link: 'old', ig_link: 'old' };
  const theirs = { fb_link: ['theirs'], ig_link: ['theirs'] };
  let first: string;

  beforeEach(async () => {
    first = await kept(store.outbox.append(save({ fb_link: 'mine', ig_link: 'mine' }, base)));
    await claim(first);
  });

  it('decides that field, and leaves the others in conflict', async () => {
    await collide(first, theirs);
    const second = await kept(store.outbox.append(save({ fb_link: 'theirs' }, { fb_link: 'old' })));
    expect(await queued()).toEqual(['conflict: ig_link=mine', 'queued: fb_link=theirs']);
    expect(await rows()).toMatchObject([
      { lastError: { theirs: { ig_link: ['theirs'] } } },
      { opId: second, base: { fb_link: ['theirs'] } },
    ]);
  });

  it('decides all where none is left, and whoever waits for the first save is told what becomes of it', async () => {
    await collide(first, theirs);
    await kept(store.outbox.append(save({ fb_link: 'theirs', ig_link: 'theirs' }, base)));
    expect(await queued()).toEqual(['queued: fb_link=theirs,ig_link=theirs']);
    await drained();
    expect(await store.awaitOutcome(first)).toEqual({ kind: 'saved' });
  });

  it('decides where it waited behind the change that met somebody else’s', async () => {
    const second = await kept(store.outbox.append(save({ fb_link: 'theirs', ig_link: 'newer' }, base)));
    await collide(first, theirs);
    expect(await queued()).toEqual(['conflict: ig_link=newer', 'queued: fb_link=theirs']);
    expect(await store.awaitOutcome(second)).toMatchObject({ kind: 'conflict', opId: first });
  });

  it('decides all where it waited behind', async () => {
    const second = await kept(store.outbox.append(save({ fb_link: 'theirs', ig_link: 'theirs' }, base)));
    await collide(first, theirs);
    expect(await rows()).toMatchObject([{ opId: second, status: 'queued', base: theirs }]);
  });
});

describe('a change of one field of the homepage that is in conflict', () => {
  const orderOf = (...order: string[]): NewCommand<'blocks.order'> => {
    return { ...{ userId: 'u1', accountId: 'a1', websiteId: 'w1' }, command: 'blocks.order', body: { order }, base: {} };
  };

  it('is what there is to choose from', async () => {
    const opId = await kept(store.outbox.append(orderOf('1', '2', '3')));
    await claim(opId);
    await collide(opId, { order: ['3', '2', '1'] });
    expect(await kept(store.outbox.append(orderOf('2', '1', '3')))).toBe(opId);
    expect(await rows()).toMatchObject([{ opId, status: 'conflict', body: { order: ['2', '1', '3'] } }]);
  });

  it('is decided by somebody else’s order, as far as both know the blocks', async () => {
    const opId = await kept(store.outbox.append(orderOf('1', '2', '3')));
    await claim(opId);
    await collide(opId, { order: ['3', '2', '1', '4'] });
    await kept(store.outbox.append(orderOf('3', '2', '1')));
    expect(await rows()).toMatchObject([{ status: 'queued', base: { order: ['3', '2', '1', '4'] } }]);
  });

  it('is decided where a block is shown or hidden as somebody else has it', async () => {
    const opId = await kept(store.outbox.append(hide));
    await claim(opId);
    await collide(opId, { '7/enabled': true });
    await kept(store.outbox.append({ ...hide, body: { ...hide.body, enabled: true } }));
    expect(await rows()).toMatchObject([{ status: 'queued', base: { '7/enabled': true } }]);
  });
});

describe('a choice', () => {
  const base = { fb_link: 'old', ig_link: 'old' };

  it('of mine over a field that somebody cleared begins from the cleared field', async () => {
    const opId = await kept(store.outbox.append(save({ fb_link: 'mine' }, base)));
    await claim(opId);
    await collide(opId, { fb_link: null });
    await kept(store.outbox.resolve(opId, { fb_link: 'mine' }));
    expect(await rows()).toMatchObject([{ status: 'queued', base: { fb_link: null } }]);
  });

  it('of mine over a setting of a block that somebody cleared does too', async () => {
    const field = '7/setting/title';
    const opId = await kept(store.outbox.append({ ...saveBlock({ title: 'mine' }), base: { [field]: ['old'] } }));
    await claim(opId);
    await collide(opId, { [field]: null });
    await kept(store.outbox.resolve(opId, { [field]: 'mine' }));
    expect(await rows()).toMatchObject([{ status: 'queued', base: { [field]: null } }]);
  });

  it.each(['mine', 'theirs'] as const)('of %s for one field leaves the others in conflict', async (side) => {
    const opId = await kept(store.outbox.append(save({ fb_link: 'mine', ig_link: 'mine' }, base)));
    await claim(opId);
    await collide(opId, { fb_link: ['theirs'], ig_link: ['theirs'] });
    await kept(store.outbox.resolve(opId, { fb_link: side }));
    expect(await drained()).toEqual(side === 'mine' ? { fb_link: ['mine'] } : {});
    expect(await rows()).toMatchObject([
      { opId, status: 'conflict', base: { ig_link: ['old'] }, lastError: { theirs: { ig_link: ['theirs'] } } },
    ]);
    expect(await queued()).toEqual(['conflict: ig_link=mine']);
    expect(await store.outbox.resolve(opId, { fb_link: 'mine' })).toMatchObject({ kind: 'refused', code: 'gone' });
    expect(await store.outbox.resolve(opId, { ig_link: 'theirs' })).toEqual({ kind: 'left', opIds: [opId] });
  });

  it('does not put its value over a newer one that waits behind the conflict', async () => {
    const opId = await kept(store.outbox.append(save({ fb_link: 'mine', ig_link: 'mine' }, base)));
    await claim(opId);
    await kept(store.outbox.append(save({ fb_link: 'newer' }, base)));
    await collide(opId, { fb_link: ['theirs'], ig_link: ['theirs'] });
    await kept(store.outbox.resolve(opId, { fb_link: 'mine' }));
    expect(await queued()).toEqual(['conflict: ig_link=mine', 'queued: fb_link=newer']);
    expect((await rows()).at(-1)).toMatchObject({ base: { fb_link: ['theirs'] } });
    expect(await drained()).toEqual({ fb_link: ['newer'] });
  });
});

it('an order takes what the one before it may have left half-way for its own', async () => {
  const order = (...ids: readonly string[]): NewCommand<'blocks.order'> => {
    const base = { order: ['1', '2', '3'] };
    return { userId: 'u1', accountId: 'a1', websiteId: 'w1', command: 'blocks.order', body: { order: [...ids] }, base };
  };
  const first = await kept(store.outbox.append(order('3', '2', '1')));
  await claim(first);
  const refused = error({ code: 'too_many_requests', status: 429 });
  await store.drain.settle(first, epoch, { kind: 'notApplied', at: null, error: refused, holdsQueue: false, isPartial: true });
  expect(await rows()).toMatchObject([{ status: 'unknown', mayHaveBeenApplied: true }]);
  for (let attempts = 1; attempts < 5; attempts += 1) await fail(first);
  await kept(store.outbox.append(order('2', '3', '1')));
  expect((await rows()).map(({ maybeOurs }) => maybeOurs)).toEqual([
    {
      order: [
        ['3', '2', '1'],
        ['3', '1', '2'],
        ['3', '2', '1'],
      ],
    },
  ]);
});
