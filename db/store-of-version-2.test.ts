import { settingsTarget } from '#contract/resources/settings.ts';
import type { Category } from '#contract/entities/setting.ts';
import type { StoredEntry } from './migrate-entry.ts';
import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { type ClientStore, openClientStore } from './open-client-store.ts';
import { tableSchemas } from './stores.ts';

function isTarget(value: unknown): value is { readonly entity: string; readonly id: string } {
  return typeof value === 'object' && value !== null && 'entity' in value && 'id' in value;
}

function entry(opId: string, category: Category, more: StoredEntry = {}): StoredEntry {
  const target = isTarget(more['target']) ? more['target'] : settingsTarget('w1', category);
  const entry: StoredEntry = {
    ...{ opId, userId: 'u1', accountId: 'a1', websiteId: 'w1', recordVersion: 2, appVersion: 'test', command: 'settings.save', target },
    ...{
      dependsOn: [],
      body: { category, settings: [{ key: 'field', value: ['mine'], category, type: null }] },
      base: {},
      fileIds: [],
      status: 'queued',
      attempts: 0,
    },
    ...{
      mayHaveBeenApplied: false,
      troubles: 0,
      maybeOurs: {},
      maybeApplied: [],
      nextAttemptAt: null,
      lastError: null,
      createdAt: 1,
      ...more,
    },
  };
  const needsAttention = entry['status'] === 'parked' || Number(entry['troubles']) > 4;
  return { ...entry, record: `${target.entity} ${target.id}`, attention: needsAttention ? 1 : 0 };
}

const create = (localId: string): StoredEntry => ({
  command: 'blocks.create',
  target: { entity: 'block', id: localId },
  body: { localId, key: 'banner', label: 'Made', enabled: true, settings: [] },
});

/** A store of version 2 with these entries, opened by this version. */
async function upgraded(entries: readonly StoredEntry[]): Promise<ClientStore> {
  const name = `unit-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(2).stores({
    ...tableSchemas,
    idMap: null,
    aliases: 'localId, userId, createdAt',
    outbox: '++seq, &opId, userId, [userId+record], [userId+attention], makes, *dependsOn, *fileIds',
  });
  await old.open();
  await old.table('outbox').bulkAdd(entries);
  old.close();
  return openClientStore({ name, appVersion: 'test', now: () => 1_000 });
}

it('keeps in a store of version 2 which entries are due, which depend on others, and which need attention', async () => {
  const localId = 'local:00000000-0000-4000-8000-000000000002';
  const store = await upgraded([
    entry('first', 'social'),
    entry('tied', 'site_info', { dependsOn: ['first'] }),
    entry('free', 'customjs', { dependsOn: ['gone'] }),
    entry('later', 'tracking', { status: 'unknown', attempts: 5, troubles: 5, nextAttemptAt: 60_500 }),
    entry('parked', 'feeds', { status: 'parked', attempts: 1 }),
    entry('newer', 'feeds', {
      ...create('local:00000000-0000-4000-8000-000000000001'),
      recordVersion: 99,
      resource: 'block',
      mutation: 'create',
    }),
    { ...entry('made', 'feeds', create(localId)), makes: localId },
  ]);
  expect((await store.drain.pick('u1', 4)).entries.map(({ opId }) => opId)).toEqual(['first', 'free', 'made']);
  expect(await store.outbox.counts('u1')).toEqual({ pending: 5, attention: 2 });
  const epoch = await store.fence.take('u1', 'tab');
  expect((await store.drain.claim('first', epoch)).kind).toBe('claimed');
  const answer = { kind: 'answered', data: [], pagination: null, etag: null } as const;
  await store.drain.applyResult('first', epoch, { kind: 'applied', answer, ifMatch: null, read: null });
  expect((await store.drain.pick('u1', 4)).entries.map(({ opId }) => opId)).toEqual(['tied', 'free', 'made']);
  const whose = { userId: 'u1', accountId: 'a1', websiteId: 'w1' };
  const placed = await store.outbox.append({ ...whose, resource: 'block', mutation: 'reorder', body: { order: [localId] }, base: {} });
  expect((await store.outbox.list('u1')).at(-1)).toMatchObject({ entry: { resource: 'block', mutation: 'reorder', dependsOn: ['made'] } });
  if (placed.kind === 'enqueued') await store.outbox.discard(placed.opId);
  await store.outbox.discard('tied');
  await store.outbox.discard('free');
  await store.outbox.discard('made');
  expect(await store.drain.nextDue('u1')).toBe(60_500);
  store.close();
});

it('sends entries that depend on an unreadable entry of version 2, which needs attention', async () => {
  const broken = { ...entry('broken', 'social'), createdAt: 'yesterday' };
  const store = await upgraded([broken, entry('tied', 'site_info', { dependsOn: ['broken'] })]);
  expect((await store.drain.pick('u1', 4)).entries.map(({ opId }) => opId)).toEqual(['tied']);
  expect(await store.outbox.counts('u1')).toEqual({ pending: 1, attention: 1 });
  store.close();
});

it('keeps the undisputed fields of an entry in conflict when somebody else’s value is saved', async () => {
  const setting = (key: string, text: string) => ({ key, value: [text], category: 'social' as const, type: null });
  const body = (...settings: ReturnType<typeof setting>[]) => ({ category: 'social' as const, settings });
  const lastError = { code: 'conflict', message: '', fields: {}, theirs: { fb_link: ['theirs'] } };
  const inConflict = {
    status: 'conflict',
    attempts: 1,
    lastError,
    body: body(setting('fb_link', 'mine'), setting('ig_link', 'mine')),
  } as const;
  const store = await upgraded([entry('first', 'social', inConflict)]);
  const whose = { userId: 'u1', accountId: 'a1', websiteId: 'w1' };
  await store.outbox.append({
    ...whose,
    resource: 'settings',
    mutation: 'update',
    body: body(setting('fb_link', 'theirs')),
    base: { fb_link: ['theirs'] },
  });
  await store.outbox.resolve('first', { fb_link: 'theirs' });
  const bodies = (await store.outbox.list('u1')).map((read) => read.kind === 'readable' && read.entry.body);
  expect(bodies).toEqual([body(setting('ig_link', 'mine'), setting('fb_link', 'theirs'))]);
  store.close();
});
