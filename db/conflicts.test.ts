import type { Json } from '#contract/json.ts';
import type { QueueRow } from '#contract/queue.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewCommand } from './append.ts';
import type { DeviceStore } from './client-store.ts';
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

const rows = async () => readable(await store.outbox.list('u1'));

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
});
