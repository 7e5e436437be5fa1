import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import type { Block } from '#contract/entities/block.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { toJson } from '#contract/json.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { DeliveryResult } from '#contract/delivery-result.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import { newId } from '#db/new-id.ts';
import type { BlockChange, BlocksSnapshot } from '#machines/block-ports.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BlocksSource, createBlocksSource } from './blocks-source.ts';

let store: ClientStore;
let source: BlocksSource;
let offline: boolean;
let pendingReports: number;
let stored: readonly Block[];
let themeOf: () => Promise<ThemeKey | null>;
let signedIn: boolean;

function block(id: string, key: string, priority: number): Block {
  const declaration = blockDeclaration('versatile', key);
  if (!declaration) throw new Error(`no block ${key}`);
  const { label, static: isStatic = false } = declaration;
  return { id, key, label, priority, static: isStatic, enabled: isStatic ? null : true, settings: defaultSettings(declaration) };
}

beforeEach(async () => {
  offline = true;
  signedIn = true;
  pendingReports = 0;
  themeOf = async () => 'versatile';
  stored = [block('1', 'cover', 1), block('2', 'banner', 2), block('3', 'staff', 3), block('4', 'footer', 4)];
  store = await openClientStore({ name: `blocks-${newId()}`, appVersion: 'test' });
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async () => Response.json({ data: toJson(stored) }),
  });
  source = createBlocksSource({
    client,
    store,
    user() {
      if (!signedIn) throw new Error('nobody is signed in');
      return { userId: 'u1', accountId: null };
    },
    credentials: () => (signedIn ? { token: 't', accountId: null } : null),
    isCurrentUser: () => signedIn,
    isOffline: () => offline,
    pendingReasonNow: () => (offline ? { kind: 'offline' } : null),
    themeOf: () => themeOf(),
    onPending: () => {
      pendingReports += 1;
    },
  });
  await store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data: toJson(stored), etag: null });
});
afterEach(() => store.close());

const submit = (change: BlockChange) => source.submit({ websiteId: 'w1', change }, new AbortController().signal);
const labels = async () => (await readSnapshot()).blocks.map(({ label }) => label);
const newBlock = (label: string, below: string | null = null): BlockChange => {
  return { kind: 'create', key: 'banner', label, enabled: null, copyOf: null, below };
};

async function readSnapshot(): Promise<BlocksSnapshot> {
  const loaded = await source.load('w1');
  if (loaded.kind === 'failed') throw new Error(loaded.message);
  return loaded.snapshot;
}

async function createPending(label: string, below: string | null = null): Promise<string> {
  const created = await submit(newBlock(label, below));
  if (created.kind !== 'pending' || created.blockId === null) throw new Error(`not pending: ${created.kind}`);
  return created.blockId;
}

async function outboxEntries(): Promise<readonly OutboxEntry[]> {
  return (await store.outbox.list('u1')).flatMap((entry) => (entry.kind === 'readable' ? [entry.entry] : []));
}

/** Delivers the next entry as the drainer does, once the outbox has it. */
async function deliver(result: DeliveryResult): Promise<OutboxEntry> {
  const epoch = await store.fence.take('u1', 'test');
  await expect.poll(async () => (await store.drain.pick('u1', 1)).entries).toHaveLength(1);
  const [entry] = (await store.drain.pick('u1', 1)).entries;
  const claim = await store.drain.claim(entry?.opId ?? '', epoch);
  if (claim.kind !== 'claimed') throw new Error(claim.kind);
  await store.drain.applyResult(claim.entry.opId, epoch, result);
  return claim.entry;
}

const answered = (data: unknown): DeliveryResult => ({
  kind: 'applied',
  answer: { kind: 'answered', data: toJson(data), pagination: null, etag: null },
  ifMatch: null,
  read: null,
});
const refusal = { code: 'validation_failed', message: 'No more blocks.', fields: { label: 'Too long.' }, status: 422 } as const;

it('creates, edits and moves a block offline, and dequeues all of it when the block is deleted before it is sent', async () => {
  const id = await createPending('Spring', '1');
  expect(await labels()).toEqual(['Cover', 'Spring', 'Banner', 'Staff', 'Footer']);
  expect(
    await submit({ kind: 'settings', blockId: id, label: 'Spring', settings: [{ key: 'title', value: ['Hello'] }], base: {} }),
  ).toMatchObject({ kind: 'pending' });
  await submit({ kind: 'order', order: ['1', '2', '3', id, '4'] });
  expect(await labels()).toEqual(['Cover', 'Banner', 'Staff', 'Spring', 'Footer']);
  const { blocks, pendingBlocks } = await readSnapshot();
  expect(blocks.find((one) => one.id === id)?.settings?.find(({ key }) => key === 'title')?.value).toEqual(['Hello']);
  expect(pendingBlocks[id]).toEqual({ status: 'pending', message: null });
  expect(pendingReports).toBe(3);

  expect(await submit({ kind: 'delete', blockId: id, label: 'Spring' })).toMatchObject({ kind: 'saved' });
  expect(await labels()).toEqual(['Cover', 'Banner', 'Staff', 'Footer']);
  expect((await outboxEntries()).filter((entry) => JSON.stringify(entry).includes(id))).toEqual([]);
});

it('shows a new block in its place at once, and never at the end first', async () => {
  const orders: string[][] = [];
  const stop = source.watch('w1', ({ blocks }) => orders.push(blocks.map(({ label }) => label)));
  await expect.poll(() => orders.length).toBeGreaterThan(0);
  await createPending('Second', '1');
  await expect.poll(() => orders.at(-1)).toContain('Second');
  stop();
  expect(orders.filter((names) => names.includes('Second'))).toEqual(
    orders.filter((names) => names.includes('Second')).map(() => ['Cover', 'Second', 'Banner', 'Staff', 'Footer']),
  );
});

it('follows a block to the id that the server gives it', async () => {
  const id = await createPending('Spring');
  await deliver(answered(block('77', 'banner', 4)));
  const { idMap, blocks } = await readSnapshot();
  expect(idMap[id]).toBe('77');
  expect(blocks.map((one) => one.id)).toEqual(['1', '2', '3', '77', '4']);
  await submit({ kind: 'settings', blockId: id, label: 'Spring', settings: [{ key: 'title', value: ['Hello'] }], base: {} });
  expect((await outboxEntries()).map((entry) => entry.body)).toMatchObject([{ blockId: '77', settings: [{ key: 'title' }] }]);
});

it('reports what the server refused, field by field, and dequeues the rejected create', async () => {
  offline = false;
  const submission = submit(newBlock('Spring'));
  await deliver({ kind: 'rejected', error: refusal });
  expect(await submission).toEqual({ kind: 'refused', message: 'No more blocks.', fields: { label: 'Too long.' } });
  expect(await outboxEntries()).toEqual([]);
  expect(await labels()).not.toContain('Spring');
});

it('keeps a rejected entry that may have been applied, and hands its value to the next change as our own', async () => {
  offline = false;
  const submission = submit({ kind: 'show', blockId: '3', label: 'Staff', enabled: false });
  await expect.poll(outboxEntries).toHaveLength(1);
  const [entry] = await outboxEntries();
  await store.drain.claim(entry?.opId ?? '', await store.fence.take('u1', 'a tab that dies'));
  await store.drain.recover('u1', await store.fence.take('u1', 'test'), true);
  await deliver({ kind: 'rejected', error: refusal });
  expect(await submission).toMatchObject({ kind: 'refused' });
  offline = true;
  await submit({ kind: 'show', blockId: '3', label: 'Staff', enabled: true });
  expect(await outboxEntries()).toMatchObject([{ body: { enabled: true }, maybeOurs: { '3/enabled': [false] } }]);
});

it('keeps a hide that was reported as pending when the earlier hide, which it carries on, is rejected', async () => {
  const hide: BlockChange = { kind: 'show', blockId: '2', label: 'Banner', enabled: false };
  offline = false;
  const earlier = submit(hide);
  await expect.poll(outboxEntries).toHaveLength(1);
  offline = true;
  await submit(save('title', 'Between'));
  expect(await submit(hide)).toMatchObject({ kind: 'pending' });
  for (let entry = 0; entry < 3; entry += 1) await deliver(rejected);
  expect(await earlier).toMatchObject({ kind: 'refused' });
  expect(await outboxEntries()).toMatchObject([{ status: 'rejected' }, { status: 'rejected', body: { enabled: false } }]);
});

it('leaves a conflict in the outbox, and shows the server state meanwhile', async () => {
  offline = false;
  const submission = submit({ kind: 'show', blockId: '3', label: 'Staff', enabled: false });
  await deliver({ kind: 'conflict', error: { ...refusal, code: 'conflict' }, read: null });
  expect(await submission).toEqual({ kind: 'conflict' });
  expect(await outboxEntries()).toMatchObject([{ resource: 'block', mutation: 'update', status: 'conflict' }]);
  const { blocks, pendingBlocks } = await readSnapshot();
  expect(blocks.find(({ id }) => id === '3')?.enabled).toBe(true);
  expect(pendingBlocks['3']?.status).toBe('conflict');
});

it('reports both sides of a hide in conflict, whatever is saved of the block after it', async () => {
  offline = false;
  const submission = submit({ kind: 'show', blockId: '3', label: 'Staff', enabled: false });
  await deliver({ kind: 'conflict', error: { ...refusal, code: 'conflict', theirs: { '3/enabled': true } }, read: null });
  await submission;
  offline = true;
  await submit({ kind: 'settings', blockId: '3', label: 'Staff', settings: [{ key: 'title', value: ['Hello'] }], base: {} });
  const { showConflicts } = await readSnapshot();
  expect(showConflicts).toEqual({ '3': { opId: expect.any(String), mine: false, theirs: true } });
});

it('keeps the last snapshot for the list to open with', async () => {
  expect(source.peek('w1')).toBeNull();
  const snapshot = await readSnapshot();
  expect(source.peek('w1')).toEqual(snapshot);
  expect(source.peek('w2')).toBeNull();
});

it('never reports an older reading after a newer one, whichever theme resolves first', async () => {
  const themes: PromiseWithResolvers<ThemeKey | null>[] = [];
  themeOf = () => {
    const theme = Promise.withResolvers<ThemeKey | null>();
    themes.push(theme);
    return theme.promise;
  };
  const reported: number[] = [];
  const stop = source.watchReading('w1', ({ blocks }) => reported.push(blocks.length));
  await expect.poll(() => themes).toHaveLength(1);
  await store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data: toJson(stored.slice(1)), etag: null });
  await expect.poll(() => themes).toHaveLength(2);
  themes[1]?.resolve('byron');
  await expect.poll(() => reported).toEqual([3]);
  themes[0]?.resolve('versatile');
  await themes[0]?.promise;
  await store.cache.put('u1', blocksKey('w1'), { websiteId: 'w1', data: toJson(stored.slice(2)), etag: null });
  await expect.poll(() => themes).toHaveLength(3);
  themes[2]?.resolve('byron');
  await expect.poll(() => reported.at(-1)).toBe(2);
  expect(reported).toEqual([3, 2]);
  stop();
});

it('fetches the blocks of a website that are not cached before it creates one there', async () => {
  offline = false;
  const change = { ...newBlock('Banner'), enabled: true } as const;
  const submission = source.submit({ websiteId: 'w2', change }, new AbortController().signal);
  expect((await deliver(answered(block('77', 'banner', 4)))).base).toMatchObject({ known: ['1', '2', '3', '4'] });
  expect(await submission).toMatchObject({ kind: 'saved' });
  offline = true;
  await source.submit({ websiteId: 'w3', change }, new AbortController().signal);
  expect((await outboxEntries())[0]?.base).toEqual({});
});

const save = (key: string, value: string): BlockChange => {
  return { kind: 'settings', blockId: '2', label: 'Banner', settings: [{ key, value: [value] }], base: {} };
};
const rejected: DeliveryResult = { kind: 'rejected', error: refusal };

it('keeps an earlier save that was merged with one that the server rejected', async () => {
  expect(await submit(save('title', 'Kept'))).toMatchObject({ kind: 'pending' });
  offline = false;
  const submission = submit(save('subtitle', 'bad'));
  await expect.poll(async () => JSON.stringify(await outboxEntries())).toContain('bad');
  await deliver(rejected);
  expect(await submission).toMatchObject({ kind: 'refused' });
  expect(await outboxEntries()).toMatchObject([{ status: 'rejected', body: { settings: [{ key: 'title' }, { key: 'subtitle' }] } }]);
});

it('dequeues a copy that was rejected', async () => {
  offline = false;
  const copyOf = { settings: [{ key: 'title', value: ['Mine'] }] };
  const submission = submit({ kind: 'create', key: 'banner', label: 'Copy', enabled: false, copyOf, below: '1' });
  await deliver(rejected);
  expect(mutationName(await deliver(answered(null)))).toBe('block.reorder');
  expect([await submission, await outboxEntries()]).toMatchObject([{ kind: 'refused' }, []]);
});

it.each([null, false])('keeps a rejected copy that another tab has edited (enabled: %s)', async (enabled) => {
  offline = false;
  const copyOf = { settings: [{ key: 'title', value: ['Mine'] }] };
  const submission = submit({ kind: 'create', key: 'banner', label: 'Copy', enabled, copyOf, below: null });
  await expect.poll(async () => (await outboxEntries()).length).toBeGreaterThan(1);
  const blockId = (await readSnapshot()).blocks.find(({ label }) => label === 'Copy')?.id ?? '';
  const edit = { blockId, label: 'Copy', settings: [{ key: 'subtitle', value: ['From another tab'] }] };
  await store.outbox.append({
    userId: 'u1',
    accountId: 'a1',
    websiteId: 'w1',
    resource: 'block-settings',
    mutation: 'update',
    body: edit,
    base: {},
  });
  await deliver(rejected);
  expect(await submission).toMatchObject({ kind: 'refused' });
  expect((await outboxEntries()).map(mutationName)).toEqual(['block.create', 'block-settings.update']);
  expect(JSON.stringify(await outboxEntries())).toContain('From another tab');
});

it('leaves a rejected entry to the sync centre when its screen is closed', async () => {
  offline = false;
  const screen = new AbortController();
  const submission = source.submit({ websiteId: 'w1', change: newBlock('Spring', '1') }, screen.signal);
  const { opId } = await deliver(rejected);
  expect(await store.awaitSaveStatus(opId)).toMatchObject({ kind: 'rejected' });
  screen.abort();
  expect(await submission).toMatchObject({ kind: 'pending' });
  expect(await outboxEntries()).toMatchObject([
    { resource: 'block', mutation: 'create', status: 'rejected' },
    { resource: 'block', mutation: 'reorder' },
  ]);
});

it('reports a copy whose settings were rejected as saved, and keeps their entry', async () => {
  offline = false;
  const copyOf = { settings: [{ key: 'title', value: ['Mine'] }] };
  const submission = submit({ kind: 'create', key: 'banner', label: 'Copy', enabled: true, copyOf, below: null });
  await deliver(answered(block('77', 'banner', 4)));
  await deliver(rejected);
  expect(await submission).toMatchObject({ kind: 'saved', problem: 'No more blocks.' });
  expect(await outboxEntries()).toMatchObject([
    { resource: 'block-settings', mutation: 'update', status: 'rejected', body: { blockId: '77' } },
  ]);
});

const remove: BlockChange = { kind: 'delete', blockId: '2', label: 'Banner' };
it.each([save('title', 'Mine'), remove])('reports a change ($kind) that is discarded while its screen waits', async (change) => {
  offline = false;
  const submission = submit(change);
  await expect.poll(outboxEntries).toHaveLength(1);
  for (const { opId } of await outboxEntries()) await store.outbox.discard(opId);
  expect(await submission).toMatchObject({ kind: 'failed', message: expect.stringContaining('discarded') });
});

it('keeps the pending saves of a block until its delete is confirmed', async () => {
  await submit(save('title', 'Kept'));
  offline = false;
  const submission = submit(remove);
  await expect.poll(outboxEntries).toHaveLength(2);
  expect(await labels()).not.toContain('Banner');
  expect(mutationName(await deliver(rejected))).toBe('block-settings.update');
  expect(mutationName(await deliver(rejected))).toBe('block.delete');
  expect(await submission).toMatchObject({ kind: 'refused' });
  expect(await outboxEntries()).toMatchObject([{ resource: 'block-settings', mutation: 'update', status: 'rejected' }]);
  const again = submit(remove);
  await deliver(answered({ id: '2' }));
  expect(await again).toMatchObject({ kind: 'saved' });
  expect(await outboxEntries()).toEqual([]);
});

it('deletes a block with a conflict', async () => {
  await submit(save('title', 'Mine'));
  await deliver({ kind: 'conflict', error: { ...refusal, code: 'conflict' }, read: null });
  await submit(remove);
  expect(mutationName(await deliver(answered({ id: '2' })))).toBe('block.delete');
  expect(await outboxEntries()).toEqual([]);
});

it('dequeues a block that was deleted during its create, which was then rejected', async () => {
  const id = await createPending('Spring', '1');
  const epoch = await store.fence.take('u1', 'test');
  const [{ opId = '' } = {}] = await outboxEntries();
  await store.drain.claim(opId, epoch);
  offline = false;
  const submission = submit({ kind: 'delete', blockId: id, label: 'Spring' });
  await expect.poll(labels).not.toContain('Spring');
  await store.drain.applyResult(opId, epoch, rejected);
  expect(await submission).toMatchObject({ kind: 'saved' });
  expect(await outboxEntries()).toMatchObject([{ resource: 'block', mutation: 'reorder', body: { order: ['1', '2', '3', '4'] } }]);
  expect(await labels()).toEqual(['Cover', 'Banner', 'Staff', 'Footer']);
});

it('says of a change whose block was never created what it depends on, and names no file', async () => {
  await submit({ kind: 'show', blockId: 'local:gone', label: 'Lost', enabled: false });
  const epoch = await store.fence.take('u1', 'test');
  const [entry] = await outboxEntries();
  await store.drain.claim(entry?.opId ?? '', epoch);
  expect(await outboxEntries()).toMatchObject([
    { status: 'rejected', lastError: { code: 'not_made', message: 'What this belongs to was never made.' } },
  ]);
});

it('asks who is signed in when a call begins, and never later', async () => {
  themeOf = async () => {
    signedIn = false;
    return 'versatile';
  };
  const created = await submit({ kind: 'settings', blockId: '2', label: 'Banner', settings: [{ key: 'title', value: ['t'] }], base: {} });
  expect(created.kind).toBe('pending');
  signedIn = true;
  expect((await source.load('w1')).kind).toBe('loaded');
});

it('reports why a change was refused also when its user signs out meanwhile', async () => {
  offline = false;
  const submission = submit({ kind: 'settings', blockId: '2', label: 'Banner', settings: [{ key: 'title', value: ['t'] }], base: {} });
  await expect.poll(async () => (await outboxEntries()).length).toBe(1);
  signedIn = false;
  await deliver({ kind: 'rejected', error: { code: 'forbidden', message: 'No.', fields: {} } });
  expect(await submission).toMatchObject({ kind: 'refused', message: 'No.' });
});

it('stores no change that began before its user signed out', async () => {
  const begun = source.beginSubmit();
  await store.forget('u1', { keepUnsent: true });
  const change: BlockChange = { kind: 'show', blockId: '2', label: 'Banner', enabled: false };
  expect(await begun({ websiteId: 'w1', change }, new AbortController().signal)).toMatchObject({ kind: 'failed' });
  expect(await store.outbox.list('u1')).toEqual([]);
});
