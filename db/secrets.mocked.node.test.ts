import { Dexie } from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { openClientStore } from './open-client-store.ts';
import { settingsKey } from '#contract/cache-keys.ts';
import { tableSchemas } from './stores.ts';
import { DexieDatabase } from './dexie-database.ts';

// No screen has a secret field yet, so these tests make one secret.
vi.mock('#contract/settings/summary.ts', async (original) => {
  const real = await original<typeof import('#contract/settings/summary.ts')>();
  return { ...real, isSecretKey: (key: string) => key === 'fb_link' || real.isSecretKey(key) };
});

describe('a secret', () => {
  it('never enters the outbox', async () => {
    const store = await openClientStore({ name: crypto.randomUUID(), appVersion: 'test' });
    const settings = ['fb_link', 'ig_link'].map((key) => ({ key, value: ['hush'], category: 'social' as const, type: null }));
    const save = { userId: 'u1', accountId: null, websiteId: 'w1', resource: 'settings' as const, mutation: 'update' as const, base: {} };
    expect(await store.outbox.append({ ...save, body: { category: 'social' as const, settings } })).toMatchObject({
      kind: 'refused',
      code: 'secret',
    });
    expect(await store.outbox.list('u1')).toEqual([]);
    const open = await store.outbox.append({ ...save, body: { category: 'social' as const, settings: settings.slice(1) } });
    expect(open.kind).toBe('enqueued');
    store.close();
  });

  it('that version 1 cached is removed by the upgrade', async () => {
    const name = crypto.randomUUID();
    const old = new Dexie(name);
    old.version(1).stores({ ...tableSchemas, outbox: '++seq, &opId, userId', tabDrafts: null });
    await old.open();
    const setting = (key: string) => ({ key, value: ['hush'], category: 'social' });
    await old.table('resources').add({
      ...{ userId: 'u1', key: settingsKey('w1', 'social'), websiteId: 'w1', pagination: null, etag: null, fetchedAt: 1, revision: 1 },
      data: [setting('fb_link'), setting('ig_link')],
      ours: { fb_link: { value: ['hush'], over: [] } },
    });
    old.close();
    const store = await openClientStore({ name, appVersion: 'test' });
    const cached = await store.cache.get('u1', settingsKey('w1', 'social'), v.array(v.unknown()));
    expect(cached?.data).toEqual([{ ...setting('fb_link'), value: null, is_set: true }, setting('ig_link')]);
    store.close();
    const raw = new DexieDatabase(name);
    expect(JSON.stringify(await raw.resources.toArray()).match(/hush/gu)).toHaveLength(1);
    raw.close({ disableAutoOpen: true });
  });

  it('is never cached, whatever the API answers to a read', async () => {
    const store = await openClientStore({ name: crypto.randomUUID(), appVersion: 'test' });
    const settings = [
      { key: 'fb_link', value: ['hush'], category: 'social' },
      { key: 'ig_link', value: ['open'], category: 'social' },
    ];
    const data = { settings, inside: [{ deep: { fb_link: 'hush', ig_link: 'open' } }] };
    await store.cache.put('u1', 'call/any', { websiteId: 'w1', data, etag: null });
    expect((await store.cache.get('u1', 'call/any', v.unknown()))?.data).toEqual({
      settings: [
        { key: 'fb_link', value: null, is_set: true, category: 'social' },
        { key: 'ig_link', value: ['open'], category: 'social' },
      ],
      inside: [{ deep: { ig_link: 'open' } }],
    });
    store.close();
  });

  it('is never cached from the answer to a save', async () => {
    const store = await openClientStore({ name: crypto.randomUUID(), appVersion: 'test' });
    const key = settingsKey('w1', 'social');
    await store.cache.put('u1', key, { websiteId: 'w1', data: [], etag: '"1"' });
    const body = { category: 'social' as const, settings: [{ key: 'ig_link', value: ['open'], category: 'social' as const, type: null }] };
    const save = {
      userId: 'u1',
      accountId: null,
      websiteId: 'w1',
      resource: 'settings' as const,
      mutation: 'update' as const,
      body,
      base: { ig_link: null },
    };
    const appended = await store.outbox.append(save);
    if (appended.kind !== 'enqueued') throw new Error(appended.code);
    const epoch = await store.fence.take('u1', 'tab');
    await store.drain.claim(appended.opId, epoch);
    const data = ['fb_link', 'ig_link'].map((name) => ({ key: name, value: [name === 'fb_link' ? 'hush' : 'open'], category: 'social' }));
    const answered = { kind: 'answered' as const, data, pagination: null, etag: '"2"' };
    await store.drain.applyResult(appended.opId, epoch, {
      kind: 'applied',
      answer: answered,
      ifMatch: null,
      read: { ...answered, expectedRevision: 1 },
    });
    const cached = await store.cache.get('u1', key, v.unknown());
    expect(JSON.stringify(cached)).toContain('open');
    expect(JSON.stringify(cached)).not.toContain('hush');
    store.close();
  });

  it('is never drafted', async () => {
    const store = await openClientStore({ name: crypto.randomUUID(), appVersion: 'test' });
    const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
    await store.drafts.put(place, { values: { fb_link: 'hush', ig_link: 'open' }, base: { fb_link: 'hush' } });
    expect(await store.drafts.get(place)).toMatchObject({ values: { ig_link: 'open' }, base: {} });
    store.close();
  });
});
